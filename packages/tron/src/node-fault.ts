/**
 * Why a node gave no usable answer.
 * `timeout`: no complete answer in time · `unavailable`: no connection, 5xx, 4xx other than 429 · `throttled`: 429 or
 * Tron's "lack of computing resources" · `malformed`: not the shape the API promises, or an incomplete answer ·
 * `refused`: the node understood the question and answered with an error text · `other-network`: it follows another chain
 * than the one it was opened for.
 */
export type NodeFaultKind = 'timeout' | 'unavailable' | 'throttled' | 'malformed' | 'refused' | 'other-network';

/** A node's failure to answer. Nothing about a transaction may be concluded from it. */
export class NodeFault extends Error {
  override name = 'NodeFault';
  readonly kind: NodeFaultKind;
  readonly node: string;
  readonly path: string;

  constructor(kind: NodeFaultKind, at: { readonly node: string; readonly path: string }, detail: string) {
    super(`${at.node} ${at.path}: ${kind}: ${detail}`);
    this.kind = kind;
    this.node = at.node;
    this.path = at.path;
  }
}
