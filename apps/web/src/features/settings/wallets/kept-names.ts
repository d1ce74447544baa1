import { readText, type KeptFields } from '../../../shared/kept-fields.ts';

/** A name for the wallet with this id; without one it is for a wallet that is to be added. */
export type NameDraft = { readonly id: string; readonly name: string };
export type KeptName = { readonly form: string; readonly fields: KeptFields<NameDraft> };

const fields: KeptFields<NameDraft> = { id: readText, name: readText };

/** What both forms of this page keep. */
export const keptOfNewWallet: KeptName = { form: 'add-wallet', fields };
export const keptOfWalletName: KeptName = { form: 'rename-wallet', fields };
