import type { TestDatabase } from '@tern/testkit/database';
import { openChunkPace } from '../chunk-pace.ts';
import { distribute } from '../distribute.ts';
import type { PoolSettings } from '../distribution.ts';

/** For tests: the published defaults. */
export const poolWorldSettings: PoolSettings = { everyHours: 24, shareBasisPoints: 1_000n, closedCountries: ['GB'] };

/** For tests: does all there is to do now. */
export async function distributeWhole({ asWorker }: Pick<TestDatabase, 'asWorker'>): Promise<void> {
  const pace = openChunkPace();
  while ((await distribute({ db: asWorker, settings: poolWorldSettings, pace })) > 0);
}
