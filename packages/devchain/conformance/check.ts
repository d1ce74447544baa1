import type { KeyPair } from '../src/crypto/keys.ts';
import type { Node } from './node.ts';

/** One statement about Tron nodes; `run` throws where the node does otherwise. */
export type Check = { readonly name: string; readonly run: (node: Node) => Promise<void> };

/** A check that spends: it needs an account with some TRX. */
export type FundedCheck = { readonly name: string; readonly run: (node: Node, key: KeyPair) => Promise<void> };
