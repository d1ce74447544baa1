import { toWire } from '@tern/base/to-wire';
import type { SendStopView } from '@tern/contracts/routes/console-reviews';
import type { DbReader } from '@tern/db/database';
import type { Units } from '@tern/money/units';
import { listAssetClosings } from '../../chain/assets/public.ts';
import { listSignerLimits } from '../../chain/signer/public.ts';
import { findDueClosing } from '../../money/closing/public.ts';
import { type WithdrawalCase } from '../../money/payouts/public.ts';
import { findStops, listPausedAssets, sumOfDailyOutflow, sumOfLastDay } from '../../money/transfers/public.ts';
import type { SendingTerms } from '../../people/terms/public.ts';

type Send = WithdrawalCase['withdrawal'];
type Amounts = NonNullable<SendStopView['amounts']>;

/**
 * Everything of every kind that holds up this send or goes against it: what holds up the person, what was decided about the
 * coin, and the limits. The one list that operators are shown, the worst first.
 */
export async function findAllStops(
  db: DbReader,
  { send, limits }: { readonly send: Send; readonly limits: SendingTerms },
): Promise<readonly SendStopView[]> {
  const [ofPerson, closing, closings, ofLimits, paused] = await Promise.all([
    findStops(db, send.personId),
    findDueClosing(db, send.personId),
    listAssetClosings(db),
    findLimits(db, { send, limits }),
    listPausedAssets(db),
  ]);
  const asset = closings.get(send.assetId);
  const found = toWire([
    send.settlement === 'chain' && paused.has(send.assetId) && lasting('asset-paused', send.assetId),
    closing !== undefined && { ...lasting('account-closing', 'asked-for'), until: closing },
    // Closing a coin leaves every way out: it stops nothing, but says why somebody leaves.
    asset !== undefined && lasting('asset-closing', asset.closed ? 'closed' : `from ${toWire(asset.from)}`),
    ...ofLimits,
  ]);
  return [...ofPerson, ...found.filter((each) => each !== false)];
}

/** Limits that are used up, or that this send is beyond. Most were looked at when it was asked for, and may be lower since. */
async function findLimits(
  db: DbReader,
  { send, limits }: { readonly send: Send; readonly limits: SendingTerms },
): Promise<readonly SendStopView[]> {
  const [day, dailyOutflow, ofSigner] = await Promise.all([
    sumOfLastDay(db, send.personId),
    sumOfDailyOutflow(db),
    listSignerLimits(db),
  ]);
  const isChain = send.settlement === 'chain';
  const signer = ofSigner.find(({ assetId }) => assetId === send.assetId);
  const signs = signer === undefined ? undefined : signer.perOrder < signer.perDay ? signer.perOrder : signer.perDay;
  const waits = send.state === 'requested' || send.state === 'under-review';
  const house = waits ? dailyOutflow + send.usdtValue : dailyOutflow;
  const found = [
    send.usdtValue > limits.maximumUsdt &&
      limit('largest-transfer', amounts('usdt', { used: send.usdtValue, limit: limits.maximumUsdt })),
    day >= limits.dailyMaximumUsdt &&
      limit('person-day', amounts('usdt', { used: day, limit: limits.dailyMaximumUsdt })),
    isChain &&
      house > limits.houseDailyMaximumUsdt &&
      limit('daily-outflow', amounts('usdt', { used: house as Units, limit: limits.houseDailyMaximumUsdt })),
    isChain &&
      signs !== undefined &&
      send.amount > signs &&
      limit('signer', amounts(send.assetId, { used: send.amount, limit: signs })),
  ];
  return found.filter((each) => each !== false);
}

function amounts(
  assetId: Amounts['assetId'],
  { used, limit: most }: { readonly used: Units; readonly limit: Units },
): Amounts {
  return toWire({ assetId, used, limit: most });
}

function lasting(kind: SendStopView['kind'], reason: string): SendStopView {
  return { kind, reason, since: null, by: null, until: null, forbidsApproval: false, amounts: null };
}

function limit(reason: 'largest-transfer' | 'person-day' | 'daily-outflow' | 'signer', of: Amounts): SendStopView {
  return { ...lasting(`limit-${reason}`, reason), amounts: of };
}
