import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { BonusStep, ResetStep } from '@tern/contracts/routes/console-resolutions';
import type { Database } from '@tern/db/database';
import { listWaitingBonuses } from '../../money/promotions/public.ts';
import { getPerson } from '../../people/accounts/public.ts';
import { findWaitingResetById, listResetDecisions } from '../../people/recovery/public.ts';
import { nameOperators, tellEarlier, type Decision } from '../access/public.ts';

/** Releasing or refusing a held bonus as it is signed. Throws `NOT_FOUND`. */
export async function describeBonus({ kysely }: Database, said: BonusStep): Promise<Decision> {
  const personId = said.id;
  const { publicId } = await getPerson(kysely, personId);
  const [bonus] = await listWaitingBonuses(kysely, { state: 'review', personId, limit: 1 });
  if (bonus === undefined) throw problem('NOT_FOUND');
  return toWire({
    action: 'resolutions.decideBonus',
    content: said,
    facts: {
      asset: 'reward',
      amount: bonus.amount,
      about: [
        { as: 'person', name: publicId },
        { as: 'sender', name: bonus.sourceAddress },
      ],
      author: { by: 'system' },
      reason: { cause: 'bonus-held', detail: { none: 'nothing-more' } },
      earlier: { none: 'one-decides' },
      details: [
        { name: 'accounts-of-source', text: String(bonus.accountsOfSource) },
        { name: 'started', at: bonus.createdAt },
      ],
    },
  });
}

/** Approving or refusing a reset of factors as it is signed. Throws `NOT_FOUND`. */
export async function describeReset(db: Database, said: ResetStep): Promise<Decision> {
  const reset = await findWaitingResetById(db.kysely, said.id);
  if (reset === undefined) throw problem('NOT_FOUND');
  const [{ publicId }, decisions, nameOf] = await Promise.all([
    getPerson(db.kysely, reset.personId),
    listResetDecisions(db.kysely, [said.id]),
    nameOperators(db),
  ]);
  return toWire({
    action: 'resolutions.decideReset',
    content: said,
    facts: {
      asset: { none: 'no-money' },
      amount: { none: 'no-money' },
      about: [{ as: 'person', name: publicId }],
      author: { by: 'person', publicId },
      reason: { cause: 'factors-lost', detail: { none: 'nothing-more' } },
      earlier: tellEarlier(decisions, nameOf),
      details: [
        { name: 'started', at: reset.startedAt },
        { name: 'ready', at: reset.readyAt },
      ],
    },
  });
}
