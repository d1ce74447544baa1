import type { PersonId } from '@tern/base/ids';
import type { ActivationPromptView, BonusOffer } from '@tern/contracts/routes/promotions';
import type { Database, DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { findIncentiveStanding, type IncentiveStanding } from '../incentives/public.ts';
import { isBonusUndeclared, selectActivatedAt } from './promotion-store.ts';

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
 * Whether to prompt a person to activate their account: never once it is active, and at most weekly after it was closed; and
 * how the bonus may be shown to them.
 */
export async function findActivationPrompt(
  db: DbReader,
  { closedCountries }: PromptSettings,
  personId: PersonId,
): Promise<ActivationPromptView> {
  const bonusOffer = offers[await findIncentiveStanding(db, closedCountries, personId)];
  const activatedAt = await selectActivatedAt(db, personId);
  if (activatedAt !== undefined) {
    return { due: false, dueFrom: null, bonusNeedsCountry: await isBonusUndeclared(db, personId), bonusOffer };
  }
  const { rows } = await sql<{ due_from: Date }>`
    SELECT closed_at + make_interval(days => ${restDays}) AS due_from FROM activation_prompts
     WHERE person_id = ${personId} AND closed_at > now() - make_interval(days => ${restDays})`.execute(db);
  const dueFrom = rows[0]?.due_from.toISOString() ?? null;
  return { due: dueFrom === null, dueFrom, bonusNeedsCountry: false, bonusOffer };
}

/** Closes the prompt on every device of the person. */
export async function closeActivationPrompt(
  { kysely }: Database,
  settings: PromptSettings,
  personId: PersonId,
): Promise<ActivationPromptView> {
  await sql`
    INSERT INTO activation_prompts (person_id) VALUES (${personId})
    ON CONFLICT ON CONSTRAINT activation_prompts_pkey DO UPDATE SET closed_at = now()`.execute(kysely);
  return findActivationPrompt(kysely, settings, personId);
}

export async function deleteActivationPrompt(db: DbReader, personId: PersonId): Promise<void> {
  await db.deleteFrom('activation_prompts').where('person_id', '=', personId).execute();
}
