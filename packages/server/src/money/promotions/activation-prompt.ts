import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import {
  toldBonusRefusals,
  type ActivationPromptView,
  type BonusOffer,
  type BonusStatusView,
} from '@tern/contracts/routes/promotions';
import type { Database, DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { findFreezes } from '../../people/accounts/public.ts';
import { changeAccount } from '../../people/sessions/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { findIncentiveStanding, type IncentiveStanding } from '../incentives/public.ts';
import { hasPromotionBegun } from './promotion-funds.ts';
import { selectActivatedAt, selectBonus, type DecidedBonus } from './promotion-store.ts';

const restDays = 7;

const offers: Readonly<Record<IncentiveStanding, BonusOffer>> = {
  open: 'open',
  differs: 'reviewed',
  undeclared: 'depends',
  'asked-first': 'asked-first',
  closed: 'closed',
};

export type PromptSettings = { readonly closedCountries: readonly string[] };

/**
 * Whether to prompt a person to activate their account: never once it is active, and at most weekly after it was closed; what
 * became of their bonus, and how it may be shown to them before.
 */
export async function findActivationPrompt(
  db: DbReader,
  { closedCountries }: PromptSettings,
  personId: PersonId,
): Promise<ActivationPromptView> {
  const standing = await findIncentiveStanding(db, closedCountries, personId);
  const bonusOffer = (await hasPromotionBegun(db)) ? offers[standing] : 'closed';
  const activatedAt = await selectActivatedAt(db, personId);
  if (activatedAt !== undefined) {
    const decided = await selectBonus(db, personId);
    const bonus = statusOf(decided, (await findFreezes(db, [personId])).size > 0);
    const isWord = bonus?.state === 'refused' || bonus?.state === 'arrived';
    return { due: isWord && decided?.closedSince === false, dueFrom: null, bonus, bonusOffer };
  }
  const { rows } = await sql<{ due_from: Date }>`
    SELECT closed_at + make_interval(days => ${restDays}) AS due_from FROM activation_prompts
     WHERE person_id = ${personId} AND closed_at > now() - make_interval(days => ${restDays})`.execute(db);
  const dueFrom = rows[0]?.due_from ?? null;
  return toWire({ due: dueFrom === null, dueFrom, bonus: null, bonusOffer });
}

/**
 * The bonus as its person may know it. While the account is on hold nothing is told of one that waits: what it waits for is the
 * hold, which the account tells.
 */
function statusOf(decided: DecidedBonus | undefined, isOnHold: boolean): BonusStatusView | null {
  if (decided === undefined) return null;
  const { state, refusal, amount } = decided;
  if (state === 'paid') return decided.paidLately && !decided.closedSince ? { state: 'arrived', amount } : null;
  if (state !== 'refused' && state !== 'ended') return isOnHold ? null : { state };
  assert(refusal !== null, 'a refused bonus without its reason');
  return { state: 'refused', reason: toldBonusRefusals[refusal] };
}

/** Closes the prompt on every device of the person. */
export async function closeActivationPrompt(
  db: Database,
  settings: PromptSettings,
  session: ApiSession,
): Promise<ActivationPromptView> {
  const { personId } = session;
  return changeAccount(db, session, async (tx) => {
    await sql`
      INSERT INTO activation_prompts (person_id) VALUES (${personId})
      ON CONFLICT ON CONSTRAINT activation_prompts_pkey DO UPDATE SET closed_at = now()`.execute(tx);
    return findActivationPrompt(tx, settings, personId);
  });
}

export async function deleteActivationPrompt(db: DbReader, personId: PersonId): Promise<void> {
  await db.deleteFrom('activation_prompts').where('person_id', '=', personId).execute();
}
