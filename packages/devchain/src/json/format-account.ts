import { fromHex, toHex, utf8Text } from '../crypto/bytes.ts';
import { freeNetUsedAt } from '../fees/bandwidth.ts';
import { networkLimit, stakedLimit, stakedUsed } from '../fees/staked.ts';
import type { AssetsView } from '../state/assets.ts';
import type { AccountCell, CellReader } from '../state/cells.ts';
import { getParameter } from '../state/parameters.ts';
import type { PermissionsCell } from '../state/permissions.ts';
import { resources, sunPerTrx, totalWeight } from '../state/stakes.ts';
import type { Resource, ResourceStake, StakeCell } from '../state/stakes.ts';
import { getVotes, tronPowerSun } from '../state/votes.ts';
import { formatAddress, formatMessage } from './format-message.ts';
import type { JsonObject } from './format-message.ts';
import { dropEmpty, formatText } from './format-receipt.ts';

export type AccountView = {
  readonly account: AccountCell;
  readonly stake: StakeCell;
  readonly permissions: PermissionsCell;
  readonly isWitness: boolean;
  readonly assets: AssetsView;
  readonly name: Uint8Array;
  readonly id: Uint8Array;
};

/** An `Account` as nodes print it. */
export function formatAccount(
  addressHex: string,
  { account, stake, permissions, isWitness, assets, name, id }: AccountView,
  visible: boolean,
): JsonObject {
  const address = formatAddress(fromHex(addressHex), visible);
  const text = (bytes: Uint8Array): string => (visible ? utf8Text(bytes) : toHex(bytes));
  return dropEmpty({
    account_name: text(name),
    account_id: text(id),
    address,
    type: account.type === 'Normal' ? '' : account.type,
    balance: account.balance,
    is_witness: isWitness,
    create_time: account.createTimeMs,
    latest_opration_time: account.latestOperationTimeMs,
    free_net_usage: account.freeNetUsed,
    latest_consume_free_time: account.freeNetTimeMs,
    ...formatUsage('net', stake.BANDWIDTH),
    latest_consume_time: stake.BANDWIDTH.usage.atMs,
    ...formatDelegated('bandwidth', stake.BANDWIDTH),
    account_resource: dropEmpty({
      ...formatUsage('energy', stake.ENERGY),
      latest_consume_time_for_energy: stake.ENERGY.usage.atMs,
      ...formatDelegated('energy', stake.ENERGY),
    }),
    ...(account.type === 'Contract' ? {} : formatPermissions(permissions, visible)),
    frozenV2: [
      ...resources.map((resource) => dropEmpty({ ...typeOf(resource), amount: stake[resource].frozenSun })),
      { type: 'TRON_POWER' },
    ],
    unfrozenV2: stake.unfreezing.map(({ resource, amountSun, expireMs }) => ({
      ...typeOf(resource),
      unfreeze_amount: amountSun,
      unfreeze_expire_time: expireMs,
    })),
    ...formatAssets(assets, visible),
    asset_optimized: true,
  });
}

/** Bandwidth: free, staked, and the network's. */
export function formatNet(state: CellReader, addressHex: string, account: AccountCell, nowMs: number): JsonObject {
  return dropEmpty({
    freeNetUsed: freeNetUsedAt(account, nowMs),
    freeNetLimit: getParameter(state, 'getFreeNetLimit'),
    NetUsed: stakedUsed(state, addressHex, 'BANDWIDTH', nowMs),
    NetLimit: stakedLimit(state, addressHex, 'BANDWIDTH'),
    TotalNetLimit: networkLimit(state, 'BANDWIDTH'),
    TotalNetWeight: totalWeight(state, 'BANDWIDTH'),
  });
}

export function formatResources(
  state: CellReader,
  addressHex: string,
  account: AccountCell,
  nowMs: number,
): JsonObject {
  return {
    ...formatNet(state, addressHex, account, nowMs),
    ...dropEmpty({
      tronPowerUsed: getVotes(state, addressHex).reduce((sum, { count }) => sum + count, 0n),
      tronPowerLimit: tronPowerSun(state, addressHex) / sunPerTrx,
      EnergyUsed: stakedUsed(state, addressHex, 'ENERGY', nowMs),
      EnergyLimit: stakedLimit(state, addressHex, 'ENERGY'),
      TotalEnergyLimit: networkLimit(state, 'ENERGY'),
      TotalEnergyWeight: totalWeight(state, 'ENERGY'),
    }),
  };
}

function formatPermissions({ owner, witness, actives }: PermissionsCell, visible: boolean): JsonObject {
  return {
    owner_permission: formatMessage('Permission', owner, visible),
    ...(witness === null ? {} : { witness_permission: formatMessage('Permission', witness, visible) }),
    active_permission: actives.map((active) => formatMessage('Permission', active, visible)),
  };
}

function formatAssets({ balances, issued, frozen }: AssetsView, visible: boolean): JsonObject {
  const held = Object.entries(balances).toSorted(([left], [right]) => Number(left) - Number(right));
  return {
    ...(issued === undefined
      ? {}
      : {
          asset_issued_name: visible ? utf8Text(issued.name) : toHex(issued.name),
          asset_issued_ID: formatText(issued.id, visible),
        }),
    frozen_supply: frozen.map(({ amount, expireMs }) => ({ frozen_balance: amount, expire_time: expireMs })),
    // Maps: their entries are printed whole, zeros included.
    assetV2: held.map(([key, value]) => ({ key, value })),
    free_asset_net_usageV2: held.map(([key]) => ({ key, value: 0 })),
  };
}

/** Bandwidth is the enum's zero value and so has no name. */
function typeOf(resource: Resource): JsonObject {
  return resource === 'BANDWIDTH' ? {} : { type: resource };
}

function formatUsage(name: 'net' | 'energy', { usage }: ResourceStake): JsonObject {
  return {
    [`${name}_usage`]: usage.used,
    [`${name}_window_size`]: usage.windowMilliSlots,
    [`${name}_window_optimized`]: true,
  };
}

function formatDelegated(name: 'bandwidth' | 'energy', { delegatedSun, acquiredSun }: ResourceStake): JsonObject {
  return {
    [`delegated_frozenV2_balance_for_${name}`]: delegatedSun,
    [`acquired_delegated_frozenV2_balance_for_${name}`]: acquiredSun,
  };
}
