import type { DbReader } from '@tern/db/database';
import { assetIds } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { findChainFault, findChainHeads, type ChainHeads, type StallLimits } from '../../chain/chain-view/public.ts';
import { listOpenGaps, type Gap } from '../../chain/reserves/public.ts';
import { listBookAlarms, type InvariantId } from '../../house/invariants/public.ts';
import { findCreditedBlock } from '../../money/deposits/public.ts';
import { findLateSending, listSendingPauses } from '../../money/payouts/public.ts';
import { listFlowStops } from '../../platform/flow-stops/public.ts';
import type { Finding } from './status.ts';

export type StatusRules = {
  readonly stallLimits: StallLimits;
  /** Irreversible blocks whose deposits are not booked yet, from which on deposits count as late. */
  readonly behindMax: number;
};

/** As the alarm DepositsBehind has it. */
export const behindMax = 100;

const everything = { flow: null, assetId: null, missing: null } as const;

/** All that is wrong now, from what the other slices know. Nobody has to write it down for it to be found. */
export async function findIncidents(db: DbReader, rules: StatusRules): Promise<readonly Finding[]> {
  const [stops, gaps, heads, credited, late, pauses, alarms] = await Promise.all([
    listFlowStops(db),
    listOpenGaps(db),
    findChainHeads(db),
    findCreditedBlock(db),
    findLateSending(db),
    listSendingPauses(db),
    listBookAlarms(db),
  ]);
  return [
    ...stops.map(({ flow, stoppedAt }) => ({ ...everything, kind: 'flow-stopped' as const, flow, since: stoppedAt })),
    ...assetIds.flatMap((assetId) => ofGaps(gaps.filter((gap) => gap.assetId === assetId))),
    ...(heads === undefined ? [] : ofChain(heads, credited?.number ?? heads.solidNumber, rules)),
    ...(late === undefined ? [] : [{ ...everything, kind: 'payouts-late' as const, since: late }]),
    ...pauses.map(({ assetId, startedAt }) => ({
      ...everything,
      kind: 'sending-paused' as const,
      assetId,
      since: startedAt,
    })),
    ...ofBooks(alarms, gaps.length > 0),
  ];
}

/** The gaps of one asset as one. All places together and each of them show the same loss, so the larger of the two counts. */
function ofGaps(gaps: readonly (Gap & { readonly since: Date })[]): readonly Finding[] {
  const [first] = gaps;
  if (first === undefined) return [];
  const sumOf = (ofAll: boolean): bigint =>
    gaps.filter(({ subject }) => (subject === 'liabilities') === ofAll).reduce((sum, { missing }) => sum + missing, 0n);
  const [places, all] = [sumOf(false), sumOf(true)];
  const missing = units(places > all ? places : all);
  return [{ ...everything, kind: 'reserve-gap', assetId: first.assetId, missing, since: first.since }];
}

function ofChain(heads: ChainHeads, creditedBlock: number, rules: StatusRules): readonly Finding[] {
  const fault = findChainFault(heads, rules.stallLimits);
  if (fault !== undefined) {
    const since = {
      'head-stalled': heads.headMovedAt,
      'solid-stalled': heads.solidMovedAt,
      'solid-behind': heads.readAt,
    };
    return [{ ...everything, kind: 'chain-stalled', since: since[fault] }];
  }
  const isLate = heads.solidNumber - creditedBlock > rules.behindMax;
  return isLate ? [{ ...everything, kind: 'deposits-late', since: heads.readAt }] : [];
}

/** What the watch over the books finds of a gap between books and chain is told as the gap. */
const ofGapAlone: ReadonlySet<InvariantId> = new Set(['I04', 'I09']);

function ofBooks(
  alarms: readonly { readonly invariant: InvariantId; readonly foundAt: Date }[],
  hasGap: boolean,
): readonly Finding[] {
  const times = alarms
    .filter(({ invariant }) => !(hasGap && ofGapAlone.has(invariant)))
    .map(({ foundAt }) => foundAt.getTime());
  return times.length === 0 ? [] : [{ ...everything, kind: 'books-broken', since: new Date(Math.min(...times)) }];
}
