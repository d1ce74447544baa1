/** What nobody sees, and white space of all kinds. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const allowed = /^[a-z0-9._@+-]{2,64}$/;

/** A user ID of another service: as it is shown back, and the one form that counts. */
export type PlainExternalId = { readonly shown: string; readonly key: string };

/**
 * The ID in what a person typed: full-width and other compatible forms, capitals, spaces and invisible characters make no
 * difference. Letters of other scripts are refused rather than guessed at, so that no look-alike passes for another ID. Pure;
 * the server decides by it, and the form says the same before anything is sent.
 */
export function readPlainExternalId(typed: string): PlainExternalId | { readonly fault: 'missing' | 'invalid' } {
  const shown = typed.normalize('NFKC').replaceAll(unseen, '');
  if (shown === '') return { fault: 'missing' };
  const key = shown.toLowerCase();
  return allowed.test(key) ? { shown, key } : { fault: 'invalid' };
}
