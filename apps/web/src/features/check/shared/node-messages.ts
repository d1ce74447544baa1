/** Where to ask, and for which transaction. */
export type NodeQuestion = { readonly url: string; readonly txId: string };

/**
 * What came of it: the bytes of the transaction and what keys signed, hexadecimal; `unknown`: the node has no such irreversible transaction.
 * `refused`: it answers with something else than a transaction. `unreachable`: nothing comes back, or no page may read it.
 */
export type NodeAnswer =
  | { readonly rawHex: string; readonly signatures: readonly string[] }
  | { readonly failed: 'unknown' | 'refused' | 'unreachable' };
