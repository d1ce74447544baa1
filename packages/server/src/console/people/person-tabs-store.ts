import type { PersonId } from '@tern/base/ids';
import type { HeldMoneyView, PersonEntriesView, PersonSecurityView } from '@tern/contracts/routes/console-person-tabs';
import type { DbReader } from '@tern/db/database';
import { sql, type RawBuilder } from 'kysely';

/** Of held deposits: anybody can pay a person as often as they like. */
const heldDepositsMax = 100;

export type HeldMoney = Omit<HeldMoneyView, 'since' | 'due' | 'assetId'> & {
  readonly assetId: string;
  readonly since: Date;
  readonly due: Date | null;
};

/**
 * Transfers and deposits of a person whose money is held, newest first: every transfer, and of the deposits those with the
 * largest value, so that no number of small ones hides anything. An answer to a review is promised within a day.
 */
export async function selectHeldMoney(db: DbReader, personId: PersonId): Promise<readonly HeldMoney[]> {
  const { rows } = await heldMoneyOf(personId).execute(db);
  return rows;
}

/** The statement of `selectHeldMoney`. */
export function heldMoneyOf(personId: PersonId): RawBuilder<HeldMoney> {
  return sql<HeldMoney>`
    SELECT record_id AS "recordId", id AS "withdrawalId", NULL::uuid AS "depositId", asset_id AS "assetId",
           (amount + fee)::text AS held, state, waiting_for AS "waitingFor", created_at AS since,
           CASE state WHEN 'under-review' THEN created_at + interval '24 hours' END AS due
      FROM withdrawals
     WHERE person_id = ${personId} AND pending_id IS NOT NULL
       AND state IN ('requested', 'under-review', 'approved', 'signed', 'broadcast', 'included')
    UNION ALL (
    SELECT r.id, NULL, h.case_id, r.asset, r.amount::text, 'under-review', NULL, h.opened_at, h.until
      FROM (
        (SELECT record_id, deposit_id AS case_id, deposit_id, opened_at, until, usdt_value
           FROM deposit_cases WHERE person_id = ${personId} AND outcome IS NULL
          ORDER BY usdt_value DESC, opened_at DESC, deposit_id DESC LIMIT ${heldDepositsMax})
        UNION ALL
        (SELECT record_id, NULL, deposit_id, opened_at, until, usdt_value FROM deposit_checks WHERE person_id = ${personId}
          ORDER BY usdt_value DESC, opened_at DESC, deposit_id DESC LIMIT ${heldDepositsMax})
      ) h JOIN records r ON r.id = h.record_id
     ORDER BY h.case_id IS NULL, h.usdt_value DESC, h.opened_at DESC, h.deposit_id DESC LIMIT ${heldDepositsMax})
     ORDER BY since DESC, "recordId" DESC`;
}

/** How many deposits of a person are held and not among those that `selectHeldMoney` gives. */
export async function countFurtherHeld(db: DbReader, personId: PersonId): Promise<number> {
  const { rows } = await heldDepositsOf(personId).execute(db);
  return Math.max(0, (rows[0]?.held ?? 0) - heldDepositsMax);
}

/** The statement of `countFurtherHeld`. */
export function heldDepositsOf(personId: PersonId): RawBuilder<{ held: number }> {
  return sql<{ held: number }>`
    SELECT (SELECT count(*) FROM deposit_cases WHERE person_id = ${personId} AND outcome IS NULL)::int
         + (SELECT count(*) FROM deposit_checks WHERE person_id = ${personId})::int AS held`;
}

export type FactorFacts = {
  readonly loginPasswordChangedAt: Date | null;
  readonly tradePasswordSetAt: Date | null;
  readonly authenticatorSince: Date | null;
  readonly codesLeft: number;
  readonly codesMade: number;
  readonly codesMadeAt: Date | null;
};

/** Which factors an account has, and since when; never what proves one. */
export async function findFactorFacts(db: DbReader, personId: PersonId): Promise<FactorFacts | undefined> {
  const { rows } = await sql<FactorFacts>`
    SELECT (SELECT changed_at FROM credentials WHERE person_id = ${personId}) AS "loginPasswordChangedAt",
           (SELECT set_at FROM trade_passwords WHERE person_id = ${personId}) AS "tradePasswordSetAt",
           (SELECT confirmed_at FROM authenticators WHERE person_id = ${personId}) AS "authenticatorSince",
           count(*) FILTER (WHERE used_at IS NULL)::int AS "codesLeft", count(*)::int AS "codesMade",
           max(created_at) AS "codesMadeAt"
      FROM recovery_codes WHERE person_id = ${personId}`.execute(db);
  return rows[0];
}

const resetsMax = 20;

type Reset = Omit<PersonSecurityView['resets'][number], 'startedAt' | 'readyAt' | 'endedAt'> & {
  readonly startedAt: Date;
  readonly readyAt: Date;
  readonly endedAt: Date | null;
};

/** Every request to remove the factors of an account, newest first. */
export async function selectResets(db: DbReader, personId: PersonId): Promise<readonly Reset[]> {
  const { rows } = await sql<Reset>`
    SELECT id, state, started_at AS "startedAt", ready_at AS "readyAt", ended_at AS "endedAt" FROM factor_resets
     WHERE person_id = ${personId} ORDER BY started_at DESC, id DESC LIMIT ${resetsMax}`.execute(db);
  return rows;
}

const sessionsMax = 50;

export type SessionFact = {
  readonly id: string;
  readonly userAgent: string;
  readonly place: string;
  readonly since: Date;
  readonly seenAt: Date;
  readonly endedAt: Date | null;
  readonly hasPush: boolean;
};

/** Sessions of a person, open ones first: with the network of each and not the address, which would name a household. */
export async function selectSessions(
  db: DbReader,
  { personId, now }: { readonly personId: PersonId; readonly now: Date },
): Promise<readonly SessionFact[]> {
  const { rows } = await sql<SessionFact>`
    SELECT s.id, s.user_agent AS "userAgent",
           text(network(set_masklen(s.ip, CASE family(s.ip) WHEN 4 THEN 16 ELSE 32 END))) AS place,
           s.created_at AS since, s.seen_at AS "seenAt",
           CASE WHEN s.ended_at IS NULL AND s.absolute_until <= ${now} THEN s.absolute_until ELSE s.ended_at END AS "endedAt",
           EXISTS (SELECT FROM push_subscriptions p WHERE p.session_id = s.id) AS "hasPush"
      FROM sessions s WHERE s.person_id = ${personId}
     ORDER BY (s.ended_at IS NULL AND s.absolute_until > ${now}) DESC, s.seen_at DESC, s.id LIMIT ${sessionsMax}`.execute(
    db,
  );
  return rows;
}

export type PasskeyFact = {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly addedAt: Date;
  readonly usedAt: Date | null;
};

/** The passkeys of a person, the oldest first. */
export async function selectPasskeys(db: DbReader, personId: PersonId): Promise<readonly PasskeyFact[]> {
  const { rows } = await sql<PasskeyFact>`
    SELECT id, name, synced, created_at AS "addedAt", used_at AS "usedAt" FROM passkeys
     WHERE person_id = ${personId} ORDER BY created_at, id`.execute(db);
  return rows;
}

const entriesMax = 50;

type EntryFact = Omit<PersonEntriesView['entries'][number], 'submittedAt' | 'changedAt' | 'assetId'> & {
  readonly submittedAt: Date;
  readonly changedAt: Date;
};

/** Activities that a person takes part in, newest first. */
export async function selectPersonEntries(db: DbReader, personId: PersonId): Promise<readonly EntryFact[]> {
  const { rows } = await sql<EntryFact>`
    SELECT e.id, p.activity_id AS "activityId", a.texts -> 'en' ->> 'title' AS title, p.state, p.entries AS tries,
           a.reward::text AS reward, e.submitted_at AS "submittedAt", p.changed_at AS "changedAt"
      FROM participations p JOIN activities a ON a.id = p.activity_id
      JOIN activity_entries e ON e.participation_id = p.id AND e.number = p.entries
     WHERE p.person_id = ${personId} ORDER BY p.created_at DESC, p.id DESC LIMIT ${entriesMax}`.execute(db);
  return rows;
}

/** What was decided about somebody's level, newest first, with the two operators who signed it. */
export async function selectLevelHistory(
  db: DbReader,
  personId: PersonId,
): Promise<
  readonly {
    readonly level: number;
    readonly reference: string;
    readonly from: Date;
    readonly until: Date | null;
    readonly proposedBy: string;
    readonly decidedBy: string;
    readonly decidedAt: Date;
  }[]
> {
  const { rows } = await sql<{
    level: number;
    reference: string;
    from: Date;
    until: Date | null;
    proposedBy: string;
    decidedBy: string;
    decidedAt: Date;
  }>`
    SELECT l.level, l.reference, l.from_at AS "from", l.ends_at AS until, p.name AS "proposedBy", d.name AS "decidedBy",
           l.decided_at AS "decidedAt"
      FROM person_levels l JOIN house_changes c ON c.id = l.change_id
      JOIN operators p ON p.id = c.proposed_by JOIN operators d ON d.id = c.decided_by
     WHERE l.person_id = ${personId} ORDER BY l.id DESC`.execute(db);
  return rows;
}
