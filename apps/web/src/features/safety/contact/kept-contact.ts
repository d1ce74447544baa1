import type { KeptFields } from '../../../shared/kept-fields.ts';
import { readTarget } from '../../../shared/read-target.ts';
import type { TargetDraft } from '../../../shared/target-draft.ts';

/** The phone or e-mail that is to be reached from now on. */
export type ContactDraft = { readonly target: TargetDraft };

const fields: KeptFields<ContactDraft> = { target: readTarget };

/** What the form keeps; neither the codes nor what proves who the person is. */
export const keptOfContact = { form: 'contact', fields };
