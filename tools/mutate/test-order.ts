import type { Replacement } from './replace-source.ts';

/** What the process that runs tests is asked for: these files, in this order, until the first fails. */
export type TestOrder = { readonly files: readonly string[]; readonly replacement?: Replacement };

export type TestRun =
  | { readonly outcome: 'passed'; readonly seconds: readonly (readonly [file: string, seconds: number])[] }
  | { readonly outcome: 'failed'; readonly by: string }
  | { readonly outcome: 'timed-out'; readonly by: string };
