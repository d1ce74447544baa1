import { units, type Units } from '@tern/money/units';
import { addressToHex, type TronAddress } from './address.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { readReply } from './reply.ts';
import { viewRoot } from './view-root.ts';

/** An account's TRX, wherever Stake 2.0 has put it. In sun. */
export type AccountStakes = {
  readonly freeSun: Units;
  /** Staked for energy, delegated to others or not. */
  readonly energySun: Units;
  /** Staked for energy and delegated to nobody: what can be unstaked. */
  readonly undelegatedEnergySun: Units;
  /** Unstaked and not home yet, with the chain time from which it can be taken home. */
  readonly unstaking: readonly { readonly amountSun: Units; readonly readyAtMs: number }[];
  /** All of it: free, staked for anything in Stake 2.0, delegated, and unstaked but not yet home. */
  readonly totalSun: Units;
};

/**
 * Reads what an address owns in TRX, free and in Stake 2.0, in sun, as the view knows it. Stakes of the old kind (Stake
 * 1.0) and rewards for votes that were not collected are not counted. All is zero for an address that is not activated.
 *
 * @throws NodeFault
 * @example
 * const window = await getTransactionWindow(node, { lifetimeMs: 600_000 });
 * const staking = { kind: 'stake', owner: alice, resource: 'energy', amountSun: units(100_000_000n) };
 * await broadcast(node, sign(buildStaking({ staking, ...window })));
 * await chain.admin.mine();
 * const stakes = await getStakes(node, { view: 'head', address: alice });
 * stakes.energySun; // → 100_000_000n
 * stakes.totalSun; // → 1_000_000_000n
 */
export async function getStakes(
  node: TronNode,
  { view, address }: { readonly view: ChainView; readonly address: TronAddress },
): Promise<AccountStakes> {
  const path = `${viewRoot(view)}/getaccount`;
  const account = readReply(await node.ask(path, { address: addressToHex(address) }), { node, path });
  const freeSun = account.amount('balance');
  const delegatedEnergy = account.object('account_resource').amount('delegated_frozenV2_balance_for_energy');
  let undelegated = 0n;
  let totalSun = freeSun + delegatedEnergy + account.amount('delegated_frozenV2_balance_for_bandwidth');
  for (const stake of account.objects('frozenV2')) {
    totalSun += stake.amount('amount');
    if (stake.text('type') === 'ENERGY') undelegated += stake.amount('amount');
  }
  const unstaking = account.objects('unfrozenV2').map((leaving) => ({
    amountSun: leaving.amount('unfreeze_amount'),
    readyAtMs: leaving.count('unfreeze_expire_time'),
  }));
  for (const { amountSun } of unstaking) totalSun += amountSun;
  return {
    freeSun,
    energySun: units(undelegated + delegatedEnergy),
    undelegatedEnergySun: units(undelegated),
    unstaking,
    totalSun: units(totalSun),
  };
}
