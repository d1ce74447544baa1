import { problem } from '@tern/contracts/problem';
import type { ActivityStepInput } from '@tern/contracts/routes/console-activities';
import type { Database } from '@tern/db/database';
import { units, unitsToWire } from '@tern/money/units';
import { findActivity } from '../../money/activities/public.ts';
import { nameOperators, type Decision } from '../access/public.ts';

/**
 * Publishing or closing an activity as it is signed. Publishing sets aside what all places together can earn; closing moves
 * no money. Throws `NOT_FOUND`.
 */
export async function describeStep(db: Database, said: ActivityStepInput): Promise<Decision> {
  const found = await findActivity(db.kysely, said.id);
  if (found === undefined) throw problem('NOT_FOUND');
  const { texts, platform, reward, places, opensAt, closesAt, changedBy } = found.activity;
  const nameOf = await nameOperators(db);
  const publishes = said.step === 'publish';
  return {
    action: 'activities.takeActivityStep',
    content: said,
    facts: {
      asset: publishes ? 'reward' : { none: 'no-money' },
      amount: publishes ? unitsToWire(units(reward * BigInt(places))) : { none: 'no-money' },
      about: [{ as: 'activity', name: texts['en']?.title ?? '' }],
      author: changedBy === null ? { by: 'system' } : { by: 'operator', name: nameOf(changedBy) },
      reason: { none: 'not-asked' },
      earlier: { none: 'one-decides' },
      details: [
        { name: 'platform', text: platform },
        { name: 'reward', asset: 'reward', amount: unitsToWire(reward) },
        { name: 'places', text: String(places) },
        { name: 'opens', at: opensAt.toISOString() },
        { name: 'closes', at: closesAt.toISOString() },
      ],
    },
  };
}
