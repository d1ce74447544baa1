import { assert } from '@tern/base/assert';
import type { Branded } from '@tern/base/ids';

/** A network of Tron as the protocol names it (CAIP-2), for example `tron:0x2b6653dc`. */
export type ChainId = Branded<string, 'ChainId'>;

/**
 * Gives the name of a network: the last four bytes of the id of its first block, as its nodes answer `eth_chainId`.
 * This holds for networks of one's own too.
 *
 * @example
 * chainIdOf('00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc'); // → 'tron:0x2b6653dc', mainnet
 * chainIdOf('0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc'); // → 'tron:0xcd8690dc', Nile
 */
export function chainIdOf(genesisId: string): ChainId {
  assert(/^[0-9a-f]{64}$/.test(genesisId), 'the id of a block has 64 hexadecimal digits');
  return `tron:0x${genesisId.slice(-8)}` as ChainId;
}
