import { systemClock } from '@tern/base/clock';
import { crashPoint } from '@tern/base/crash-point';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { beginDistribution } from './begin-distribution.ts';
import type { ChunkPace } from './chunk-pace.ts';
import { closeDistribution, lockOpenDistribution } from './distribution-store.ts';
import type { PoolSettings } from './distribution.ts';
import { fixShares } from './fix-shares.ts';
import { payShares } from './pay-shares.ts';

export type DistributeDeps = { readonly db: Database; readonly settings: PoolSettings; readonly pace: ChunkPace };

/**
 * One step of the distribution that is due: begin it, fix its shares, pay some of them, or close it; each in a transaction
 * of its own, so that it goes on where it stopped. Any number of processes may call it: the row's lock lets one work.
 * Returns 1 where something was done and there may be more.
 */
export async function distribute({ db, settings, pace }: DistributeDeps): Promise<number> {
  const startedMs = systemClock.nowMs();
  const { done, shares } = await transact(db, async (tx): Promise<Step> => {
    const open = await lockOpenDistribution(tx);
    if (open === undefined) return { done: (await beginDistribution(tx, settings)) ? 'begun' : 'nothing', shares: 0 };
    if (open.state === 'settling') return { done: (await fixShares(tx, open)) ? 'fixed' : 'nothing', shares: 0 };
    const paid = await payShares(tx, open, { limit: pace.size() });
    if (paid > 0) return { done: 'paid', shares: paid };
    crashPoint('r4');
    await closeDistribution(tx, open.id);
    return { done: 'closed', shares: 0 };
  });
  if (shares > 0) pace.learn({ shares, tookMs: systemClock.nowMs() - startedMs });
  if (done === 'begun') crashPoint('r1');
  if (done === 'closed') crashPoint('r5');
  return done === 'nothing' ? 0 : 1;
}

type Step = { readonly done: 'nothing' | 'begun' | 'fixed' | 'paid' | 'closed'; readonly shares: number };
