import { assert } from '@tern/base/assert';
import { crashPoint } from '@tern/base/crash-point';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { areIncentivesStopped } from '../../chain/reserves/public.ts';
import { appendStep, putRecord } from '../../people/records/public.ts';
import { findShownAddress, getOwnWallet } from '../../people/wallets/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { postReward } from './activity-money.ts';
import { findActivity } from './activity-store.ts';
import type { Participation } from './activity.ts';
import { lockClaims, markCompleted } from './participation-store.ts';

/**
 * Worker step: pays what was claimed, each from its activity's own account, with record and message in the same transaction.
 * Waits while reserves of the token are short. Returns how many were paid.
 */
export async function payClaims(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  return await transact(db, async (tx) => {
    if (await areIncentivesStopped(tx, 'reward')) return 0;
    const claims = await lockClaims(tx, limit);
    for (const claim of claims) await pay(tx, claim);
    if (claims.length > 0) crashPoint('a3');
    return claims.length;
  });
}

async function pay(tx: DbTx, { id, activityId, personId, walletId }: Participation): Promise<void> {
  assert(walletId !== null, `participation ${id} was claimed without a wallet`);
  const found = await findActivity(tx, activityId);
  assert(found !== undefined, `participation ${id} is of no activity`);
  const amount = found.activity.reward;
  const wallet = await getOwnWallet(tx, personId, walletId);
  const journalId = await postReward(tx, { activityId, participationId: id, personId, walletId, amount });
  const recordId = await putRecord(tx, {
    personId,
    walletId,
    type: 'airdrop-reward',
    direction: 'in',
    status: 'success',
    settlement: 'internal',
    assetId: 'reward',
    amount,
    payAddress: null,
    receiveAddress: findShownAddress(wallet),
    source: { kind: 'activity', id },
    journalId,
  });
  await appendStep(tx, recordId, 'credited');
  await markCompleted(tx, { id, recordId, journalId });
  await notifyPeople(tx, [
    { personId, topic: 'balances', ref: walletId },
    { personId, topic: 'activities', ref: activityId },
  ]);
}
