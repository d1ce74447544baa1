import type { KeyPlace } from '@tern/vault/key-path';

/**
 * What a signer asks a key service over a unix socket: one line of JSON, answered by one line, on a connection of its own. A
 * service for a hardware module, or for a key service in a cloud, speaks the same. Bytes are hexadecimal text in lower case.
 */
export type KeyQuestion =
  | { readonly ask: 'address'; readonly place: KeyPlace }
  | { readonly ask: 'sign'; readonly place: KeyPlace; readonly raw: string }
  /** `text` is the UTF-8 of the text, as hexadecimal text like all bytes. */
  | { readonly ask: 'sign-message'; readonly place: KeyPlace; readonly text: string }
  | { readonly ask: 'sign-reserves'; readonly place: KeyPlace; readonly text: string }
  | { readonly ask: 'mac'; readonly label: string; readonly text: string };

export type KeyAnswer =
  /** An address, a signature of 65 bytes, or a MAC of 32. */
  | { readonly answer: string }
  /** One sentence for the log of the signer. */
  | { readonly refused: string };

export const lineBytesMax = 64 * 1_024;
