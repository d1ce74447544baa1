import type { KeyPair } from '../src/crypto/keys.ts';
import type { Node } from './node.ts';

/** What every case says about itself. */
type Case = {
  readonly name: string;
  /** The endpoints it is about; it asks each of them. */
  readonly paths: readonly string[];
  /**
   * Where the statement comes from: a page below `docs/api/http` of the repository tronprotocol/documentation-en, or what
   * begins with `java-tron` a class of the node's sources.
   */
  readonly page: string;
};

/** One statement about Tron nodes; `run` throws where the node does otherwise. */
export type Check = Case & { readonly run: (node: Node) => Promise<void> };

/** A check that spends: it needs an account with some TRX. */
export type FundedCheck = Case & { readonly run: (node: Node, key: KeyPair) => Promise<void> };

/** Thrown where a node does not have what a case is about: it is switched off, or nobody on the chain has done it. */
export class NotOffered extends Error {
  override name = 'NotOffered';
}

/** The two roots of an endpoint that answers from the head and from the solidified head. */
export function bothRoots(endpoint: string): readonly [string, string] {
  return [`/wallet/${endpoint}`, `/walletsolidity/${endpoint}`];
}
