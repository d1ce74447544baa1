import { assert } from '@tern/base/assert';
import type { DepositId, PersonId, RecordId, WalletId } from '@tern/base/ids';
import type { BonusRefusal } from '@tern/contracts/routes/promotions';
import { anyOf } from '@tern/db/any-of';
import type { DbReader, DbTx } from '@tern/db/database';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { sql, type RawBuilder } from 'kysely';
import { notOnHold } from '../../people/accounts/public.ts';
import { exactPlace, isBehind } from '../../platform/exact-place.ts';
import type { BonusState } from './bonus.ts';

/** The one promotion of this kind; its funds are in the house account `promotion:activation`. */
export const activationCampaign = 'activation';

/** Activates the account. False when it was active already. */
export async function insertActivation(
  tx: DbTx,
  activation: { readonly personId: PersonId; readonly depositId: DepositId; readonly sourceAddress: TronAddress },
): Promise<boolean> {
  const result = await tx
    .insertInto('activations')
    .values({
      person_id: activation.personId,
      deposit_id: activation.depositId,
      source_address: activation.sourceAddress,
    })
    .onConflict((conflict) => conflict.constraint('activations_pkey').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function selectActivatedAt(db: DbReader, personId: PersonId): Promise<Date | undefined> {
  const row = await db
    .selectFrom('activations')
    .select('activated_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.activated_at;
}

/** Which of these people are active already. */
export async function selectActiveAmong(db: DbReader, personIds: readonly PersonId[]): Promise<ReadonlySet<PersonId>> {
  const rows = await db
    .selectFrom('activations')
    .select('person_id')
    .where('person_id', '=', anyOf(personIds))
    .execute();
  return new Set(rows.map((row) => row.person_id));
}

export async function countActivationsFrom(db: DbReader, sourceAddress: TronAddress): Promise<number> {
  const { count } = await db
    .selectFrom('activations')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('source_address', '=', sourceAddress)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Held until the transaction ends: bonuses of a campaign are decided one after the other. */
export async function lockCampaign(tx: DbTx): Promise<void> {
  const row = await tx
    .selectFrom('campaigns')
    .select('code')
    .where('code', '=', activationCampaign)
    .forUpdate()
    .executeTakeFirst();
  assert(row !== undefined, `no campaign ${activationCampaign}`);
}

/** Paid since midnight UTC, by the database's clock. */
export async function sumPaidToday(db: DbReader): Promise<Units> {
  const { rows } = await sql<{ total: string }>`
    SELECT coalesce(sum(amount), 0) AS total FROM bonus_grants
    WHERE campaign = ${activationCampaign} AND state = 'paid'
      AND paid_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`.execute(db);
  return unitsFromWire(rows[0]?.total ?? '0');
}

/** A bonus that is not decided about for good. */
export type WaitingState = Exclude<BonusState, 'paid' | 'refused' | 'ended'>;

export type Grant = { readonly personId: PersonId; readonly walletId: WalletId; readonly amount: Units };

export async function insertGrant(tx: DbTx, grant: Grant, state: WaitingState): Promise<void> {
  await tx
    .insertInto('bonus_grants')
    .values({
      campaign: activationCampaign,
      person_id: grant.personId,
      wallet_id: grant.walletId,
      amount: unitsToWire(grant.amount),
      state,
    })
    .execute();
}

/** Stores the payment of a bonus, whether it waited before or not. */
export async function upsertPaidGrant(
  tx: DbTx,
  grant: Grant & { readonly recordId: RecordId; readonly journalId: string },
): Promise<void> {
  await upsertEnd(tx, grant, {
    state: 'paid',
    record_id: grant.recordId,
    journal_id: grant.journalId,
    paid_at: sql<Date>`now()`,
  });
}

/** Changes a grant that waits. */
export async function updateWaitingGrant(tx: DbTx, personId: PersonId, state: WaitingState): Promise<void> {
  await tx
    .updateTable('bonus_grants')
    .set({ state })
    .where('campaign', '=', activationCampaign)
    .where('person_id', '=', personId)
    .where('state', 'in', ['queued', 'review', 'undeclared'])
    .execute();
}

/** Stores that a bonus is never paid, whether it waited before or not. */
export async function upsertRefusedGrant(tx: DbTx, grant: Grant, refusal: BonusRefusal): Promise<void> {
  await upsertEnd(tx, grant, {
    state: refusal === 'promotion-ended' ? 'ended' : 'refused',
    refusal,
    refused_at: sql<Date>`now()`,
  });
}

type GrantEnd =
  | {
      readonly state: 'paid';
      readonly record_id: RecordId;
      readonly journal_id: string;
      readonly paid_at: RawBuilder<Date>;
    }
  | { readonly state: 'ended' | 'refused'; readonly refusal: BonusRefusal; readonly refused_at: RawBuilder<Date> };

/** Stores how a bonus ended. One that waited has its row already. */
async function upsertEnd(tx: DbTx, grant: Grant, end: GrantEnd): Promise<void> {
  await tx
    .insertInto('bonus_grants')
    .values({
      campaign: activationCampaign,
      person_id: grant.personId,
      wallet_id: grant.walletId,
      amount: unitsToWire(grant.amount),
      ...end,
    })
    .onConflict((conflict) => conflict.constraint('bonus_grants_pkey').doUpdateSet(end))
    .execute();
}

/** The bonus of a person as far as it was decided; undefined while none is due. */
export type DecidedBonus = {
  readonly state: BonusState;
  readonly refusal: BonusRefusal | null;
  readonly amount: string;
  /** Whether it was paid within the last week: later nobody needs to be told any more. */
  readonly paidLately: boolean;
  /** Whether the prompt was closed since it was refused or paid. */
  readonly closedSince: boolean;
};

export async function selectBonus(db: DbReader, personId: PersonId): Promise<DecidedBonus | undefined> {
  const { rows } = await sql<DecidedBonus>`
    SELECT g.state, g.refusal, g.amount, coalesce(g.paid_at > now() - interval '7 days', false) AS "paidLately",
           coalesce(p.closed_at >= coalesce(g.refused_at, g.paid_at), false) AS "closedSince"
      FROM bonus_grants g LEFT JOIN activation_prompts p USING (person_id)
     WHERE g.campaign = ${activationCampaign} AND g.person_id = ${personId}`.execute(db);
  return rows[0];
}

/**
 * Grants that may be decided now: queued ones, and those of people whose declared country stands meanwhile, but none of an
 * account on hold or closed. Oldest first.
 */
export async function selectDueGrants(
  db: DbReader,
  { limit, countryCorrectionMinutes }: { readonly limit: number; readonly countryCorrectionMinutes: number },
): Promise<(Grant & { readonly state: 'queued' | 'undeclared' })[]> {
  const { rows } = await sql<{
    person_id: PersonId;
    wallet_id: WalletId;
    amount: string;
    state: 'queued' | 'undeclared';
  }>`
    SELECT g.person_id, g.wallet_id, g.amount, g.state
      FROM bonus_grants g JOIN wallets w ON w.id = g.wallet_id AND w.closed_at IS NULL
     WHERE g.campaign = ${activationCampaign} AND (g.state = 'queued' OR g.state = 'undeclared'
       AND (SELECT max(coalesce(c.first_declared_at, c.declared_at)) FROM declared_countries c WHERE c.person_id = g.person_id)
           <= clock_timestamp() - make_interval(mins => ${countryCorrectionMinutes}))
       AND ${notOnHold('g.person_id')}
     ORDER BY g.created_at, g.person_id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    personId: row.person_id,
    walletId: row.wallet_id,
    amount: unitsFromWire(row.amount),
    state: row.state,
  }));
}

/** Whether somebody's bonus is decided and only waits to be paid. */
export async function hasQueuedBonus(db: DbReader, personId: PersonId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM bonus_grants WHERE campaign = ${activationCampaign} AND person_id = ${personId} AND state = 'queued'`.execute(
    db,
  );
  return rows.length > 0;
}

/** A bonus that waits, with what an operator looks at: who signed the top-up, and how many accounts that activated. */
export type HeldBonus = Grant & {
  readonly createdAt: Date;
  readonly sourceAddress: TronAddress;
  readonly accountsOfSource: number;
  /** Its place in the list, behind which the next page begins. */
  readonly place: string;
};

const grantedAt = sql`bonus_grants.created_at`;
const grantedTo = sql`bonus_grants.person_id`;

/** Grants in a waiting state, oldest first. Throws `INPUT_INVALID` for a place that is none. */
export async function selectWaitingGrants(
  db: DbReader,
  filter: {
    readonly state: 'queued' | 'review';
    readonly personId?: PersonId;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<HeldBonus[]> {
  let query = db
    .selectFrom('bonus_grants')
    .innerJoin('activations', 'activations.person_id', 'bonus_grants.person_id')
    .selectAll('bonus_grants')
    .select('activations.source_address')
    .select(
      sql<number>`(SELECT count(*)::int FROM activations same WHERE same.source_address = activations.source_address)`.as(
        'accounts',
      ),
    )
    .select(exactPlace(grantedAt, grantedTo).as('place'))
    .where(isBehind(grantedAt, grantedTo, filter.after))
    .where('campaign', '=', activationCampaign)
    .where('state', '=', filter.state);
  if (filter.personId !== undefined) query = query.where('bonus_grants.person_id', '=', filter.personId);
  const rows = await query.orderBy('created_at').orderBy('bonus_grants.person_id').limit(filter.limit).execute();
  return rows.map((row) => ({
    personId: row.person_id,
    walletId: row.wallet_id,
    amount: unitsFromWire(row.amount),
    createdAt: row.created_at,
    sourceAddress: row.source_address as TronAddress,
    accountsOfSource: row.accounts,
    place: row.place,
  }));
}
