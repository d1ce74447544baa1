// What the case of whole sends and its api process say to each other.

/**
 * `next-step`: the process takes it to be thirty seconds later, and every authenticator shows another code; answers its time.
 * `hashes`: from now on everybody's trade password has a hash of the product's cost, or one that costs next to nothing.
 * `analyze`: the planner learns how many rows the tables have by now.
 */
export type WholeSendOrder =
  | { readonly hashes: 'real' | 'cheap' }
  | 'analyze'
  | 'read-processor'
  | 'next-step'
  | 'check'
  | 'end';

export type BenchPerson = {
  readonly token: string;
  readonly walletId: string;
  readonly address: string;
  readonly authenticatorSecret: string;
};

/** The process's first message. */
export type OpenedApi = { readonly port: number; readonly people: readonly BenchPerson[] };

/** Everybody's. */
export const tradePassword = '481952';
