import { readText, type KeptFields } from '../../../shared/kept-fields.ts';

/** A new name for a passkey. */
export type PasskeyNameDraft = { readonly id: string; readonly name: string };

const fields: KeptFields<PasskeyNameDraft> = { id: readText, name: readText };

/** What the form keeps; the passkey itself never reaches the page. */
export const keptOfPasskeyName = { form: 'rename-passkey', fields };
