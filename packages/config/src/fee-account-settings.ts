import { units, zero, type Units } from '@tern/money/units';
import type { Config } from './config.ts';

/** Staked on the local chain where nothing is said: enough for some hundred sweeps a day. */
const localStakeSun = units(50_000_000_000n);

/** What the fee account keeps staked for energy, and below what it is filled up; both in sun. */
export function feeAccountSettings(config: Config): { readonly stakeSun: Units; readonly freeMinSun: Units } {
  const unset = config.tronNetwork === 'local' ? localStakeSun : zero;
  return { stakeSun: config.energyStakeTrx ?? unset, freeMinSun: config.feeAccountMinTrx };
}
