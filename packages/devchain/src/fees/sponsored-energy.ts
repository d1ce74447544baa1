import { findAccount } from '../state/accounts.ts';
import type { CellReader } from '../state/cells.ts';
import { findSponsor } from '../state/contracts.ts';
import type { Sponsor } from '../state/contracts.ts';
import type { Workspace } from '../state/workspace.ts';
import { stakedLeft, useStaked } from './staked.ts';

/** Who pays a part of this call's energy, unless that is nobody or the caller. */
export function sponsorOfCall(state: CellReader, call: { readonly contractHex: string; readonly callerHex: string }) {
  const sponsor = findSponsor(state, call.contractHex);
  if (sponsor === undefined || sponsor.originHex === call.callerHex) return undefined;
  return findAccount(state, sponsor.originHex) === undefined ? undefined : sponsor;
}

/** Energy a call may use beside the caller's own: the deployer's part in proportion, as far as stake and limit go. */
export function sponsoredLimit(state: CellReader, sponsor: Sponsor, callerEnergy: bigint, nowMs: number): bigint {
  const { callerPercent } = sponsor;
  const most = available(state, sponsor, nowMs);
  return callerPercent === 0n ? most : smaller((callerEnergy * (100n - callerPercent)) / callerPercent, most);
}

/** Takes the deployer's part of what was used out of its stake. Returns it; the caller pays the rest. */
export function paySponsored(state: Workspace, sponsor: Sponsor, energyUsed: bigint, nowMs: number): bigint {
  const part = (energyUsed * (100n - sponsor.callerPercent)) / 100n;
  const units = smaller(part, available(state, sponsor, nowMs));
  useStaked(state, { addressHex: sponsor.originHex, resource: 'ENERGY', units, nowMs });
  return units;
}

function available(state: CellReader, { originHex, energyMax }: Sponsor, nowMs: number): bigint {
  return smaller(stakedLeft(state, originHex, 'ENERGY', nowMs), energyMax);
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
