import type { Options } from '@node-rs/argon2';

// What a hasher and its threads say to each other.

export type HashOrder =
  | { readonly kind: 'hash'; readonly password: string; readonly options: Options }
  | { readonly kind: 'verify'; readonly hashed: string; readonly password: string; readonly options: Options };

export type HashReply = { readonly done: string | boolean } | { readonly fault: string };
