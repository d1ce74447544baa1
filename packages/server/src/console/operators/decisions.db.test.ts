import { randomUUID } from 'node:crypto';
import type { OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSendingWorld, type SendingWorld, type TestPerson } from '../../money/transfers/testing/sending-world.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';

// Goal: who has a shell on the worker's or the api's machine is no operator, and who has the console's login decides nothing
// that the log does not show. Method: every column of the schema that names an operator, read from the catalogue, so that a
// new one without its case fails here.

let world: SendingWorld;
let ada: OperatorId;
let ben: OperatorId;
let person: TestPerson;
const ids = {
  send: '',
  order: randomUUID(),
  reset: randomUUID(),
  change: randomUUID(),
  terms: randomUUID(),
  draft: randomUUID(),
  withdrawn: randomUUID(),
  activity: randomUUID(),
  entry: randomUUID(),
  complaint: randomUUID(),
  held: randomUUID(),
};
beforeAll(async () => {
  world = await createSendingWorld();
  ada = await addOperator(world.db, { name: 'ada' });
  ben = await addOperator(world.db, { name: 'ben' });
  person = await world.person();
  ids.send = await sendUnderReview();
  await arrange();
});
afterAll(() => world.drop());

async function sendUnderReview(): Promise<string> {
  const [from, to] = [await world.person({ usdt: 30_000_000_000n }), await world.person()];
  const record = await world.confirm(from, await world.draft(from, { to: to.address, amount: '10000' }));
  const { rows } = await sql<{ id: string }>`SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(
    world.db.kysely,
  );
  return rows[0]?.id ?? '';
}

/** As the owner restores a copy: past every trigger. */
async function restoring(...statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await transact(world.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });
}

const everywhere = sql`'{"en":{"title":"News","body":"All."}}'::jsonb`;
const insertOrder = (id: string) => sql`
  INSERT INTO treasury_orders (id, kind, asset_id, amount, state) VALUES (${id}, 'cold', 'usdt', 1000000, 'proposed')`;

/** What there is to decide about. */
const arrange = () =>
  restoring(
    insertOrder(ids.order),
    sql`INSERT INTO withdrawal_unexpected_receipts (withdrawal_id, number, block_number, block_id, block_time, detail, outflow, fee_sun,
          energy_used, bandwidth_used, events)
        VALUES (${ids.send}, 1, 77, 'b77', now(), '2 Transfer events', 5990000000, 13000000, 0, 0, '[]')`,
    sql`INSERT INTO factor_resets (id, person_id, started_at, ready_at, told_at)
        VALUES (${ids.reset}, ${person.personId}, now() - interval '8 days', now(), now())`,
    sql`INSERT INTO house_changes (id, content, note, proposed_by) VALUES
          (${ids.change}, '{"kind":"asset","assetId":"trx","open":false}', 'a test', ${ada}),
          (${ids.terms}, '{"kind":"terms"}', 'a test', ${ada})`,
    sql`INSERT INTO announcements (id, texts, send_at, written_by) VALUES (${ids.draft}, ${everywhere}, now(), ${ada})`,
    sql`INSERT INTO announcements (id, texts, send_at, written_by, released_by, state)
        VALUES (${ids.withdrawn}, ${everywhere}, now() + interval '1 day', ${ada}, ${ben}, 'withdrawn')`,
    sql`INSERT INTO activities (id, state, texts, platform, reward, places, opens_at, closes_at, review_hours, picture_days)
        VALUES (${ids.activity}, 'draft', ${everywhere}, 'Harbour', 1, 1, now(), now() + interval '1 day', 1, 1)`,
    sql`INSERT INTO activity_entries (id, participation_id, number, external_id, external_id_key, external_id_skeleton, picture_name,
          due_at)
        VALUES (${ids.entry}, ${randomUUID()}, 1, 'x', 'x', 'x', 'x', now())`,
    sql`INSERT INTO deposit_cases (deposit_id, pending_id, record_id, person_id, reason, evidence, until)
        VALUES (${ids.held}, 1, ${randomUUID()}, ${person.personId}, 'legal-order', '[{}]', now() + interval '1 day')`,
    sql`INSERT INTO complaints (id, person_id, key, subject, body, due_at)
        VALUES (${ids.complaint}, ${person.personId}, ${randomUUID()}, 'Late', 'It took three days.', now())`,
  );

/** Whose notices were written last. */
let noticesOf = '';

type Decision = {
  readonly kind: Parameters<typeof recordOperatorAction>[1]['kind'];
  readonly subject: () => string;
  readonly write: (by: OperatorId) => RawBuilder<unknown>;
};
/** A decision for every column that names who made it. */
const decisions: Readonly<Record<string, Decision>> = {
  'withdrawal_reviews.operator_id': {
    kind: 'withdrawal-approved',
    subject: () => ids.send,
    write: (by) =>
      sql`INSERT INTO withdrawal_reviews (withdrawal_id, operator_id, decision) VALUES (${ids.send}, ${by}, 'approve')`,
  },
  'deposit_cases.decided_by': {
    kind: 'deposit-released',
    subject: () => ids.held,
    write: (by) => sql`
      UPDATE deposit_cases SET outcome = 'released', decided_by = ${by} WHERE deposit_id = ${ids.held}`,
  },
  'withdrawal_receipt_decisions.operator_id': {
    kind: 'unexpected-receipt-settled',
    subject: () => ids.send,
    write: (by) => sql`
      INSERT INTO withdrawal_receipt_decisions (withdrawal_id, number, operator_id, decision, reason)
      VALUES (${ids.send}, 1, ${by}, 'settle', 'seen')`,
  },
  'treasury_reviews.operator_id': {
    kind: 'cold-order-approved',
    subject: () => ids.order,
    write: (by) =>
      sql`INSERT INTO treasury_reviews (order_id, operator_id, decision) VALUES (${ids.order}, ${by}, 'approve')`,
  },
  'quarantine_votes.operator_id': {
    kind: 'surplus-to-house',
    subject: () => 'usdt',
    write: (by) => sql`
      INSERT INTO quarantine_votes (subject, operator_id, decision, reason)
      VALUES ('surplus:usdt', ${by}, 'house:1', 'counted')`,
  },
  'factor_reset_decisions.operator_id': {
    kind: 'reset-approved',
    subject: () => ids.reset,
    write: (by) => sql`
      INSERT INTO factor_reset_decisions (reset_id, operator_id, decision, reason)
      VALUES (${ids.reset}, ${by}, 'approve', 'known well')`,
  },
  'flow_stops.stopped_by': {
    kind: 'flow-stopped',
    subject: () => 'swaps',
    write: (by) => sql`INSERT INTO flow_stops (flow, reason, stopped_by) VALUES ('swaps', 'a look', ${by})`,
  },
  'account_freezes.frozen_by': {
    kind: 'person-frozen',
    subject: () => person.personId,
    write: (by) => sql`
      INSERT INTO account_freezes (id, person_id, reason, until, frozen_by)
      VALUES (${randomUUID()}, ${person.personId}, 'security', now() + interval '1 day', ${by})`,
  },
  'operator_accounts.operator_id': {
    kind: 'account-declared',
    subject: () => person.personId,
    write: (by) => sql`INSERT INTO operator_accounts (operator_id, person_id) VALUES (${by}, ${person.personId})`,
  },
  'operator_notices.operator_id': {
    kind: 'operator-notices-changed',
    subject: () => noticesOf,
    write: (by) => {
      noticesOf = by;
      return sql`
        INSERT INTO operator_notices (operator_id, is_on, email, every_hours, language)
        VALUES (${by}, true, 'a@example.org', 4, 'en')`;
    },
  },
  'house_changes.proposed_by': {
    kind: 'change-proposed',
    subject: () => 'ba5eba11-0000-4000-8000-000000000001',
    write: (by) => sql`
      INSERT INTO house_changes (id, content, note, proposed_by)
      VALUES ('ba5eba11-0000-4000-8000-000000000001', '{}', 'a test', ${by})`,
  },
  'house_changes.decided_by': {
    kind: 'change-carried-out',
    subject: () => ids.change,
    write: (by) =>
      sql`UPDATE house_changes SET state = 'done', decided_by = ${by}, decided_at = now() WHERE id = ${ids.change}`,
  },
  'terms.decided_by': {
    kind: 'change-carried-out',
    subject: () => ids.terms,
    write: (by) => sql`
      INSERT INTO terms (content, change_id, decided_by)
      SELECT content, ${ids.terms}, ${by} FROM terms ORDER BY version DESC LIMIT 1`,
  },
  'announcements.written_by': {
    kind: 'announcement-written',
    subject: () => 'ba5eba11-0000-4000-8000-000000000002',
    write: (by) => sql`
      INSERT INTO announcements (id, texts, send_at, written_by)
      VALUES ('ba5eba11-0000-4000-8000-000000000002', ${everywhere}, now(), ${by})`,
  },
  'announcements.released_by': {
    kind: 'announcement-released',
    subject: () => ids.draft,
    write: (by) => sql`UPDATE announcements SET state = 'released', released_by = ${by} WHERE id = ${ids.draft}`,
  },
  'activities.changed_by': {
    kind: 'activity-changed',
    subject: () => ids.activity,
    write: (by) => sql`UPDATE activities SET reward = 2, changed_by = ${by} WHERE id = ${ids.activity}`,
  },
  'activity_entries.decided_by': {
    kind: 'entry-approved',
    subject: () => ids.entry,
    write: (by) => sql`
      UPDATE activity_entries SET decision = 'approved', decided_by = ${by}, decided_at = now() WHERE id = ${ids.entry}`,
  },
  'support_answers.sent_by': {
    kind: 'support-answered',
    subject: () => person.personId,
    write: (by) => sql`
      INSERT INTO support_answers (id, person_id, template, texts, sent_by)
      VALUES (${randomUUID()}, ${person.personId}, 'scam-warning', '{"en": {"title": "A", "body": "B"}}', ${by})`,
  },
  'complaints.answered_by': {
    kind: 'complaint-answered',
    subject: () => ids.complaint,
    write: (by) => sql`
      UPDATE complaints SET answer = 'It is on its way.', answered_at = now(), answered_by = ${by}
       WHERE id = ${ids.complaint}`,
  },
};

/** Who the operators are: written by functions alone, as roles.db.test.ts shows. */
const whoTheyAre = [
  'operator_invitations.operator_id',
  'operator_passkeys.operator_id',
  'operator_changes.proposed_by',
  'operator_changes.decided_by',
  'break_glass_requests.operator_id',
  'break_glass_requests.cancelled_by',
];
/** The console's own: who is asked and signed in, and the log itself. */
const consoles = ['console_sessions.operator_id', 'console_ceremonies.operator_id', 'operator_actions.operator_id'];

async function columns(): Promise<readonly { readonly table: string; readonly column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT c.conrelid::regclass::text AS "table", a.attname AS "column"
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND c.confrelid = 'operators'::regclass ORDER BY 1, 2`.execute(world.db.kysely);
  return rows;
}

const said = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );

/** One decision as the console's role, with what the log gets beside it. */
const atConsole = ({ kind, subject, write }: Decision, by: OperatorId, logged: OperatorId | undefined) =>
  said(
    transact(world.asConsole, async (tx) => {
      await write(by).execute(tx);
      if (logged !== undefined) await recordOperatorAction(tx, { operatorId: logged, kind, subject: subject() });
    }),
  );

describe('O03 what operators decide', () => {
  test('every column that names an operator has its case here, and every one that sounds like it names one', async () => {
    const names = (await columns()).map(({ table, column }) => `${table}.${column}`);
    expect(names.toSorted()).toEqual([...Object.keys(decisions), ...whoTheyAre, ...consoles].toSorted());
    const { rows } = await sql`
      SELECT a.attrelid::regclass::text || '.' || a.attname AS name
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
       WHERE c.relnamespace = 'public'::regnamespace AND a.atttypid = 'uuid'::regtype AND a.attname ~ '(^operator_id|_by)$'
         AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid = a.attrelid AND a.attnum = ANY (f.conkey))
    `.execute(world.db.kysely);
    expect(rows).toEqual([]);
  });

  test('the worker and the api name no operator in any of them', async () => {
    for (const role of [world.asWorker, world.asApi])
      for (const { table, column } of await columns()) {
        const [t, c] = [sql.table(table), sql.ref(column)];
        for (const write of [sql`INSERT INTO ${t} (${c}) VALUES (${ada})`, sql`UPDATE ${t} SET ${c} = ${ada}`])
          expect(await said(write.execute(role.kysely)), `${table}.${column}`).toMatch(/permission denied/);
      }
  });

  test('what the worker and the api write in these tables is this and nothing more', async () => {
    const { rows } = await sql<{ may: string }>`
      SELECT r.role || ' ' || p.privilege || ' ' || c.relname || coalesce('.' || a.attname, '') AS may
        FROM (VALUES ('tern_worker'), ('tern_api')) AS r (role)
        CROSS JOIN (VALUES ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) AS p (privilege)
        JOIN pg_class c ON c.oid IN (
          SELECT conrelid FROM pg_constraint WHERE contype = 'f' AND confrelid = 'operators'::regclass)
        LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND p.privilege IN ('INSERT', 'UPDATE')
       WHERE CASE WHEN a.attname IS NULL THEN has_table_privilege(r.role, c.oid, p.privilege)
                  ELSE has_column_privilege(r.role, c.oid, a.attnum, p.privilege) END
       ORDER BY 1`.execute(world.db.kysely);
    const entry = ['external_id', 'external_id_key', 'external_id_skeleton'];
    const each = (start: string, names: readonly string[]) => names.map((name) => `${start}.${name}`);
    expect(rows.map(({ may }) => may).toSorted()).toEqual(
      [
        ...each('tern_worker UPDATE announcements', ['state', 'told', 'told_until']),
        'tern_worker UPDATE activities.returned_at',
        ...each('tern_worker UPDATE activity_entries', ['escalated_at', ...entry]),
        ...each('tern_worker INSERT deposit_cases', [
          ...['deposit_id', 'pending_id', 'record_id', 'reason', 'evidence', 'usdt_value', 'rule_version'],
        ]),
        'tern_worker UPDATE deposit_cases.outcome',
        'tern_worker DELETE quarantine_votes',
        'tern_worker DELETE support_answers',
        ...each('tern_worker UPDATE operator_notices', ['sent_at', 'earlier_email', 'earlier_until']),
        'tern_api UPDATE activities.places_taken',
        ...each('tern_api INSERT activity_entries', [
          ...['id', 'participation_id', 'number', ...entry, 'picture_name', 'due_at'],
        ]),
        ...each('tern_api INSERT complaints', ['id', 'person_id', 'key', 'subject', 'body', 'record_id', 'due_at']),
      ].toSorted(),
    );
  });

  test.each(Object.entries(decisions))(
    'the console’s role writes no %s without its operator’s row in the log',
    async (_name, decision) => {
      expect(await atConsole(decision, ben, undefined)).toMatch(/without a row/);
      expect(await atConsole(decision, ben, ada)).toMatch(/without a row/);
      expect(await atConsole({ ...decision, kind: 'decision-refused' }, ben, ben)).toMatch(/without a row/);
      // One of an earlier transaction does not speak for the next.
      expect(await atConsole({ ...decision, write: () => sql`SELECT` }, ben, ben)).toBe('done');
      expect(await atConsole(decision, ben, undefined)).toMatch(/without a row/);
      expect(await atConsole(decision, ben, ben)).toBe('done');
    },
  );

  test('a flow is opened, an announcement withdrawn or sent after all, an activity shown or closed with its row alone', async () => {
    await restoring(sql`INSERT INTO flow_stops (flow, reason, stopped_by) VALUES ('logins', 'a look', ${ada})`);
    for (const statement of [
      sql`DELETE FROM flow_stops WHERE flow = 'logins'`,
      sql`UPDATE announcements SET state = 'withdrawn' WHERE id = ${ids.draft}`,
      sql`UPDATE announcements SET state = 'released' WHERE id = ${ids.withdrawn}`,
      sql`UPDATE activities SET state = 'published', published_at = now() WHERE id = ${ids.activity}`,
    ])
      expect(await said(statement.execute(world.asConsole.kysely))).toMatch(/without a row/);
    await restoring(sql`UPDATE activities SET state = 'published', published_at = now() WHERE id = ${ids.activity}`);
    const close = sql`UPDATE activities SET state = 'closed', closed_at = now() WHERE id = ${ids.activity}`;
    expect(await said(close.execute(world.asConsole.kysely))).toMatch(/without a row/);
    for (const to of ['released', 'sent', 'draft'])
      expect(
        await said(
          sql`UPDATE announcements SET state = ${to} WHERE id = ${ids.withdrawn}`.execute(world.asWorker.kysely),
        ),
      ).toMatch(/without a row/);
  });
});

describe('I21 a send that operators have to look at', () => {
  test('is released by no role while an approval is missing, nor by approvals that the log does not have', async () => {
    const id = await sendUnderReview();
    const release = async (): Promise<readonly string[]> => {
      const roles = [world.asWorker, world.asApi, world.asConsole, world.db];
      return Promise.all(
        roles.map(({ kysely }) =>
          said(sql`UPDATE withdrawals SET state = 'approved' WHERE id = ${id}`.execute(kysely)),
        ),
      );
    };
    const refused = Array<unknown>(4).fill(expect.stringContaining('lacks approvals'));
    expect(await release()).toEqual(refused);
    await restoring(sql`
      INSERT INTO withdrawal_reviews (withdrawal_id, operator_id, decision)
      VALUES (${id}, ${ada}, 'approve'), (${id}, ${ben}, 'approve')`);
    expect(await release()).toEqual(refused);
    const log = (operatorId: OperatorId) =>
      transact(world.asConsole, (tx) =>
        recordOperatorAction(tx, { operatorId, kind: 'withdrawal-approved', subject: id }),
      );
    await log(ada);
    await log(ada);
    expect(await release()).toEqual(refused);
    await log(ben);
    expect(
      await said(sql`UPDATE withdrawals SET state = 'approved' WHERE id = ${id}`.execute(world.asWorker.kysely)),
    ).toBe('done');
  });

  test('an order to cold storage is made ready by no role without two approvals that the log has', async () => {
    const id = randomUUID();
    await restoring(
      sql`UPDATE treasury_orders SET state = 'dropped', ended_at = now() WHERE id = ${ids.order}`,
      insertOrder(id),
      sql`INSERT INTO treasury_reviews (order_id, operator_id, decision)
          VALUES (${id}, ${ada}, 'approve'), (${id}, ${ben}, 'approve')`,
    );
    for (const { kysely } of [world.asWorker, world.asConsole])
      expect(await said(sql`UPDATE treasury_orders SET state = 'ready' WHERE id = ${id}`.execute(kysely))).toMatch(
        /lacks approvals/,
      );
  });
});
