import { zero, type Units } from '@tern/money/units';
import { addressToHex, type TronAddress } from './address.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { readReply } from './reply.ts';
import { viewRoot } from './view-root.ts';

export type ChainAccount = {
  /** False for an address the chain has never seen; the first payment to it costs an activation. */
  readonly activated: boolean;
  readonly balanceSun: Units;
};

/**
 * Reads whether an address is activated, and its free TRX in sun, as the view knows it. Staked TRX are not counted: see
 * `getStakes`. An address without an account is no error (https://developers.tron.network/docs/account).
 *
 * @throws NodeFault
 * @example
 * await getAccount(node, { view: 'solid', address: alice }); // → { activated: true, balanceSun: 1_000_000_000n }
 * await getAccount(node, { view: 'solid', address: bob }); // → { activated: false, balanceSun: 0n }
 */
export async function getAccount(
  node: TronNode,
  { view, address }: { readonly view: ChainView; readonly address: TronAddress },
): Promise<ChainAccount> {
  const path = `${viewRoot(view)}/getaccount`;
  const account = readReply(await node.ask(path, { address: addressToHex(address) }), { node, path });
  return account.has('address')
    ? { activated: true, balanceSun: account.amount('balance') }
    : { activated: false, balanceSun: zero };
}
