import { toWire } from '@tern/base/to-wire';
import type { DecisionAuthor } from '@tern/contracts/decision';
import { problem } from '@tern/contracts/problem';
import type { ActivityStepInput } from '@tern/contracts/routes/console-activities';
import type { Database } from '@tern/db/database';
import { units } from '@tern/money/units';
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
  const noMoney = { none: 'no-money' } as const;
  const author: DecisionAuthor = changedBy === null ? { by: 'system' } : { by: 'operator', name: nameOf(changedBy) };
  return toWire({
    action: 'activities.takeActivityStep',
    content: said,
    facts: {
      asset: publishes ? 'reward' : noMoney,
      amount: publishes ? units(reward * BigInt(places)) : noMoney,
      about: [{ as: 'activity', name: texts['en']?.title ?? '' }],
      author,
      reason: { none: 'not-asked' },
      earlier: { none: 'one-decides' },
      details: [
        { name: 'platform', text: platform },
        { name: 'reward', asset: 'reward', amount: reward },
        { name: 'places', text: String(places) },
        { name: 'opens', at: opensAt },
        { name: 'closes', at: closesAt },
      ],
    },
  });
}
