import { readText, type KeptFields } from '../../../shared/kept-fields.ts';

/** An address to save, with the name for it. */
export type NewAddressDraft = { readonly address: string; readonly label: string };
/** A new name for a saved address. */
export type NameDraft = { readonly id: string; readonly label: string };

const addressFields: KeptFields<NewAddressDraft> = { address: readText, label: readText };
const nameFields: KeptFields<NameDraft> = { id: readText, label: readText };

/** What both forms of this page keep; the factors are not among it. */
export const keptOfAddress = { form: 'add-address', fields: addressFields };
export const keptOfName = { form: 'rename-address', fields: nameFields };
