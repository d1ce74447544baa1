import type { JsonValue } from '@tern/db/schema';

/** Facts kept with a journal: what it is about. Part of what a repeated request is compared by, so no times of day. */
export type Details = { readonly [name: string]: JsonValue };
