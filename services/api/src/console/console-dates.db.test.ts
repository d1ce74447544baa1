import { randomUUID } from 'node:crypto';
import type { OperatorId, PersonId } from '@tern/base/ids';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '@tern/server/people/operators/public';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listDates } from './testing/list-dates.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: no date that somebody gives lies so far ahead that nothing can follow it, by the routes or past them. Method: every date of
// the contract and of the tables that operators decide about, from the contract and from the catalogue, so that a new one without
// its case fails here; each is asked for as far as it may be, and for more.

let database: TestDatabase;
let console: TestConsole;
let [ada, ben] = [] as unknown as [OperatorBrowser, OperatorBrowser];
let writer: OperatorId;
let personId: PersonId;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  [ada, ben] = [await console.operator('ada', 'administrator'), await console.operator('ben', 'reviewer')];
  writer = await addOperator(database.db, { name: 'writer' });
  personId = randomUUID() as PersonId;
  await sql`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    VALUES (${personId}, '41000000', 'CCCCCCCC', now(), now())`.execute(database.db.kysely);
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const never = '9999-12-31T00:00:00.000Z';

const announce = (sendAt: string) =>
  ben.post('/announcements', { texts: { en: { title: 'News', body: 'All.' } }, publicIds: null, sendAt });
const draft = (opensAt: string, closesAt: string) =>
  ada.post('/activities/draft', {
    id: null,
    terms: {
      ...{ texts: { en: { title: 'Link', summary: 'Show it.', purpose: 'To know.', criteria: ['ID seen'] } } },
      ...{ platform: 'Harbour', affiliated: false, sampleName: null, reward: '1', places: 1, opensAt, closesAt },
      ...{ reviewHours: 24, pictureDays: 90 },
    },
  });
const terms = (from: string) => ({
  content: { kind: 'terms', after: 1, values: { withdrawalMinUsdt: '2' }, from },
  note: 'For a test',
});
const hold = (days: number) =>
  ada.post('/people/hold/question', { to: 'frozen', id: personId, reason: 'security', days, note: 'For a test' });
const later = (iso: string): string => new Date(Date.parse(iso) + dayMs).toISOString();

type Asked = Promise<{ readonly json: <T>() => T }>;
/** What each may be asked for at the latest, and what is refused, with why. */
const fields: Readonly<Record<string, readonly [() => Asked, ...(readonly [() => Asked, string])[]]>> = {
  'announcements.write sendAt': [
    () => announce(inDays(365)),
    [() => announce(inDays(367)), 'too-far-ahead'],
    [() => announce(never), 'too-far-ahead'],
  ],
  'activities.saveDraft terms.opensAt': [
    () => draft(inDays(365), inDays(366)),
    [() => draft(inDays(367), inDays(368)), 'too-far-ahead'],
    [() => draft(never, later(never)), 'INPUT_INVALID'],
  ],
  'activities.saveDraft terms.closesAt': [
    () => draft(inDays(0), inDays(365)),
    [() => draft(inDays(0), inDays(367)), 'too-far-ahead'],
    [() => draft(inDays(0), never), 'too-far-ahead'],
  ],
  'changes.askProposal content.from': [
    () => ada.post('/changes/question', terms(inDays(365))),
    [() => ada.post('/changes/question', terms(inDays(367))), 'too-far-ahead'],
    [() => ada.post('/changes/question', terms(never)), 'too-far-ahead'],
  ],
  'changes.propose said.content.from': [
    async () => ada.post('/changes', await ada.sign('/changes/question', terms(inDays(365)))),
    [async () => ada.post('/changes', await askedFor(terms(inDays(365)), terms(never))), 'PASSKEY_REFUSED'],
  ],
  'people.askHold days': [() => hold(30), [() => hold(31), 'INPUT_INVALID'], [() => hold(1e9), 'INPUT_INVALID']],
};

/** Signs one thing and sends another. */
const askedFor = async (said: unknown, sent: unknown) => ({
  ...(await ada.sign('/changes/question', said)),
  said: sent,
});

describe('O10 what operators date', () => {
  test('is this and nothing more', () => {
    // What is read of the past, which nothing waits for, or sent again of it; signed as it was asked for; how long answers and
    // pictures take, and how often mails come.
    const others = [
      'books.showTrialBalance at',
      'books.listDays before',
      'books.listDistributions before',
      'books.verifyDay day',
      'books.listReconciliations before',
      ...['searchJournals', 'showFees', 'exportBooks', 'showStatement', 'exportStatement'].flatMap((route) => [
        `books.${route} from`,
        `books.${route} to`,
      ]),
      'people.hold said.days',
      'activities.saveDraft terms.reviewHours',
      'activities.saveDraft terms.pictureDays',
      'notices.saveNotices everyHours',
      ...['webhooks.askResend from', 'webhooks.askResend to', 'webhooks.resend said.from', 'webhooks.resend said.to'],
    ];
    expect(listDates().toSorted()).toEqual([...Object.keys(fields), ...others].toSorted());
  });

  test.each(Object.entries(fields))('%s is a year ahead at most', async (_, [fine, ...refused]) => {
    const answer = outcomeOf(await fine());
    expect(['done', 'proposed']).toContain(answer);
    for (const [ask, reason] of refused) expect(outcomeOf(await ask())).toBe(reason);
  });
});

const everywhere = sql`'{"en":{"title":"News","body":"All."}}'::jsonb`;
const interval = (text: string) => sql`${text}::interval`;

/** As the console's role, with its row of the log. */
const logged = (
  kind: Parameters<typeof recordOperatorAction>[1]['kind'],
  subject: string,
  work: (tx: DbTx) => Promise<unknown>,
) =>
  transact(database.asConsole, async (tx) => {
    await work(tx);
    await recordOperatorAction(tx, { operatorId: writer, kind, subject });
  });

type Bound = {
  readonly constraint: string;
  readonly most: string;
  readonly more: string;
  readonly write: (ahead: string) => Promise<unknown>;
};
const run = (db: Database, statement: RawBuilder<unknown>) => statement.execute(db.kysely);
const activity = (id: string, opens: string, closes: string) =>
  logged('activity-drafted', id, (tx) =>
    sql`INSERT INTO activities (id, state, texts, platform, reward, places, opens_at, closes_at, review_hours, picture_days,
          changed_by, published_at)
        VALUES (${id}, 'published', ${everywhere}, 'Harbour', 1, 1, now() + ${interval(opens)}, now() + ${interval(closes)}, 1,
          1, ${writer}, now())`.execute(tx),
  );
let version = 0;
const agreement = (ahead: string) =>
  run(
    database.asApi,
    sql`SELECT publish_agreement('agreement', to_char((now() AT TIME ZONE 'UTC') + ${interval(ahead)}, 'YYYY-MM-DD'),
          ${String((version += 1)).padStart(64, '0')})`,
  );
let schedules = 1;
const bounds: Readonly<Record<string, Bound>> = {
  'agreement_versions.version': {
    constraint: 'agreement_versions_ahead_check',
    most: '366 days',
    more: '367 days',
    write: agreement,
  },
  'announcements.send_at': {
    constraint: 'announcements_ahead_check',
    most: '365 days',
    more: '367 days',
    write: (ahead) => {
      const id = randomUUID();
      return logged('announcement-written', id, (tx) =>
        sql`INSERT INTO announcements (id, texts, send_at, written_by)
            VALUES (${id}, ${everywhere}, now() + ${interval(ahead)}, ${writer})`.execute(tx),
      );
    },
  },
  'activities.opens_at': {
    constraint: 'activities_ahead_check',
    most: '365 days',
    more: '367 days',
    write: (ahead) => activity(randomUUID(), ahead, '368 days'),
  },
  'activities.closes_at': {
    constraint: 'activities_length_check',
    most: '365 days',
    more: '367 days',
    write: (ahead) => activity(randomUUID(), '0 days', ahead),
  },
  'terms.effective_at': {
    constraint: 'terms_ahead_check',
    most: '365 days',
    more: '367 days',
    write: (ahead) =>
      // The owner's rights: whose proposal it is, and by whom it was carried out, is asked elsewhere.
      transact(database.db, async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx);
        await sql`INSERT INTO terms (version, content, worse, decided_at, effective_at, change_id, decided_by)
                  SELECT max(version) + 1, '{}', '{}', now(), now() + ${interval(ahead)}, gen_random_uuid(), ${writer}
                    FROM terms`.execute(tx);
      }),
  },
  'pool_schedules.applies_from': {
    constraint: 'pool_schedules_far_check',
    most: '3 days',
    more: '3 days 1 second',
    write: (ahead) =>
      carryOutChange(database, { kind: 'pool-schedule', everyHours: 12, shareBasisPoints: 900 }, (tx) =>
        sql`INSERT INTO pool_schedules (number, every_hours, share_basis_points, decided_at, applies_from, worse)
            VALUES (${(schedules += 1)}, 12, 900, now(), now() + ${interval(ahead)}, false)`.execute(tx),
      ),
  },
  'asset_closings.closes_at': {
    constraint: 'asset_closings_far_check',
    most: '3 days',
    more: '3 days 1 second',
    write: (ahead) =>
      carryOutChange(database, { kind: 'asset', assetId: 'trx', open: false }, (tx) =>
        sql`INSERT INTO asset_closings (asset_id, decided_at, closes_at)
            VALUES ('trx', now(), now() + ${interval(ahead)})`.execute(tx),
      ),
  },
  'account_freezes.until': {
    constraint: 'account_freezes_period_check',
    most: '31 days',
    more: '31 days 1 hour',
    write: (ahead) =>
      logged('person-frozen', personId, (tx) =>
        sql`INSERT INTO account_freezes (id, person_id, reason, started_at, until, frozen_by)
            VALUES (${randomUUID()}, ${personId}, 'security', now(), now() + ${interval(ahead)}, ${writer})`.execute(
          tx,
        ),
      ),
  },
  'operator_invitations.expires_at': {
    constraint: 'operator_invitations_expires_at_check',
    most: '6 days 23 hours',
    more: '7 days 1 minute',
    write: async (ahead) => {
      const fresh = await createTestDatabase();
      try {
        await run(
          fresh.asConsole,
          sql`SELECT invite_founders(sha256('one'), sha256('two'), now() + ${interval(ahead)})`,
        );
      } finally {
        await fresh.drop();
      }
    },
  },
};

/** Moments that are the database's own, or the process's for what ends within minutes. */
const clocks = [
  ...['announcements.written_at', 'activities.created_at', 'activities.published_at', 'activities.closed_at'],
  ...['activities.returned_at', 'terms.decided_at', 'pool_schedules.decided_at', 'asset_closings.decided_at'],
  ...[
    'asset_closings.opened_at',
    'account_freezes.started_at',
    'account_freezes.lifted_at',
    'agreement_versions.published_at',
  ],
  ...['operator_invitations.created_at', 'operator_invitations.closed_at', 'operator_passkeys.created_at'],
  ...[
    ...['operator_passkeys.used_at', 'operator_passkeys.decides_money_from', 'operator_passkeys.ended_at'],
    'operator_changes.proposed_at',
    'operator_changes.decided_at',
    'operator_actions.at',
  ],
  ...['break_glass_requests.started_at', 'break_glass_requests.opened_at', 'break_glass_requests.ended_at'],
  ...['console_sessions.created_at', 'console_sessions.seen_at', 'console_sessions.ended_at'],
  ...['console_ceremonies.expires_at', 'console_ceremonies.consumed_at', 'complaints.filed_at', 'complaints.due_at'],
  ...[
    'complaints.answered_at',
    'activity_entries.submitted_at',
    'activity_entries.due_at',
    'activity_entries.escalated_at',
  ],
  ...['deposit_cases.opened_at', 'deposit_cases.until', 'deposit_cases.ended_at'],
  ...['activity_entries.decided_at', 'factor_reset_decisions.at', 'flow_stops.stopped_at', 'house_changes.proposed_at'],
  ...['house_changes.decided_at', 'operator_accounts.declared_at', 'quarantine_votes.voted_at', 'treasury_reviews.at'],
  ...[
    'withdrawal_reviews.at',
    'withdrawal_receipt_decisions.at',
    'operator_notices.sent_at',
    'operator_notices.earlier_until',
    'support_answers.sent_at',
  ],
];

describe('O10 X07 what a role writes past the routes', () => {
  test('every moment of what operators decide is bounded, or is a clock’s', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT c.relname || '.' || a.attname AS name
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE a.atttypid IN ('timestamptz'::regtype, 'date'::regtype) AND c.relnamespace = 'public'::regnamespace
         AND (c.relname IN ('agreement_versions', 'pool_schedules', 'asset_closings') OR c.oid IN (
           SELECT conrelid FROM pg_constraint WHERE contype = 'f' AND confrelid = 'operators'::regclass))`.execute(
      database.db.kysely,
    );
    // A version is named by its day.
    const named = [...rows.map(({ name }) => name), 'agreement_versions.version'];
    expect(named.toSorted()).toEqual([...Object.keys(bounds), ...clocks].toSorted());
  });

  test.each(Object.entries(bounds))('%s', async (_, { constraint, most, more, write }) => {
    for (const ahead of [more, '7000 years'])
      await expect(write(ahead)).rejects.toMatchObject({ code: '23514', constraint });
    await write(most);
  });

  test('no agreement is dated in a way that is no day', async () => {
    for (const day of ['2027-02-30', '2027-13-01', '0000-01-01'])
      await expect(
        run(database.asApi, sql`SELECT publish_agreement('agreement', ${day}, ${'d'.repeat(64)})`),
      ).rejects.toThrow(/out of range/);
  });
});
