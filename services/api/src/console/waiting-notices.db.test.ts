import { feeAccountSettings } from '@tern/config/fee-account-settings';
import { hotSettings } from '@tern/config/hot-settings';
import { loadConfig } from '@tern/config/load-config';
import { priceRules } from '@tern/config/price-rules';
import { operatorRoles, type OperatorRole } from '@tern/contracts/routes/console-access';
import { waitingKind, type WaitingKind } from '@tern/contracts/routes/console-home';
import { waitingRoles } from '@tern/server/console/home/public';
import { sendDigests } from '@tern/server/console/notices/public';
import { tellWaiting } from '@tern/server/console/webhooks/public';
import { deliverOutbox, outboxBox } from '@tern/server/platform/messaging/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsoleWorld, randomAddress, type ConsoleWorld } from './testing/console-world.ts';
import { holdDeposit } from './testing/hold-deposit.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: whatever waits by the first page of the console is told to those who may decide it and to nobody else, by mail and by webhook,
// whichever kind it is. Method: one more of each kind in turn; the mail as it leaves and the event as it is kept, before and after.

const key = Buffer.alloc(32, 3);
const mailbox = (role: OperatorRole): string => `${role}@example.org`;
let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let ada: OperatorBrowser;
let activity: string;

/** As the product would have left it, without the row of the log that a decision has. */
const unlogged = (statement: RawBuilder<unknown>): Promise<void> =>
  database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  ada = await console.operator('ada', 'administrator');
  for (const role of operatorRoles) {
    await console.operator(`the-${role}`, role);
    const id = await world.operatorId(`the-${role}`);
    await unlogged(sql`
      INSERT INTO operator_notices (operator_id, is_on, email, every_hours, language)
      VALUES (${id}, true, ${mailbox(role)}, 1, 'en')`);
  }
  const hook = { name: 'Receiver', url: 'https://localhost/', kinds: ['waiting'] };
  await unlogged(sql`
    INSERT INTO webhooks (id, name, url, kinds, secret_sealed, change_id)
    VALUES (gen_random_uuid(), ${hook.name}, ${hook.url}, ${hook.kinds}, '\\x01', gen_random_uuid())`);
  activity = await addActivity();
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

/** A draft of an activity, which waits for its release. */
async function addActivity(): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT gen_random_uuid() AS id`.execute(database.db.kysely);
  const id = rows[0]?.id ?? '';
  await unlogged(sql`
    INSERT INTO activities (id, state, texts, platform, affiliated, reward, places, opens_at, closes_at, review_hours, picture_days)
    VALUES (${id}, 'draft', '{"en":{"title":"Link"}}', 'Harbour', false, 1, 5, now() + interval '1 day',
      now() + interval '2 days', 24, 90)`);
  return id;
}

async function propose(content: object): Promise<void> {
  const by = await world.operatorId('ada');
  await unlogged(sql`
    INSERT INTO house_changes (id, content, note, proposed_by)
    VALUES (gen_random_uuid(), ${JSON.stringify(content)}::jsonb, 'For a test', ${by})`);
}

/** What an installation has from its beginning; all else arrives. */
type Arriving = Exclude<WaitingKind, 'first-steps'>;

/** How one more of each kind comes to wait. */
const arrivals: Readonly<Record<Arriving, () => Promise<unknown>>> = {
  withdrawals: async () => world.transfer(await world.person()),
  'held-deposits': async () => holdDeposit(database, await world.person()),
  entries: async () => world.entry(await world.person(), activity),
  complaints: async () => {
    const { personId } = await world.person();
    await sql`
      INSERT INTO complaints (id, person_id, key, subject, body, due_at)
      VALUES (gen_random_uuid(), ${personId}, gen_random_uuid(), 'Late', 'It is late.', now() + interval '15 days')`.execute(
      database.db.kysely,
    );
  },
  bonuses: async () => world.heldBonus(await world.person()),
  resets: async () => world.reset(await world.person()),
  'stuck-payouts': async () => {
    const id = await world.transfer(await world.person());
    await unlogged(sql`UPDATE withdrawals SET state = 'signed', attention = 'Two receipts' WHERE id = ${id}`);
  },
  'stuck-orders': () => world.pause(),
  suspense: () => world.suspense(),
  quarantine: () => world.grave(),
  'cold-orders': () => world.coldOrder({ state: 'proposed' }),
  reserves: () =>
    sql`
      INSERT INTO deposit_surpluses (id, address, asset_id, number, amount, block_number, block_id, return_name)
      VALUES (gen_random_uuid(), ${randomAddress()}, 'usdt', 1, 4000000, 90, 'b90', 'return-s1-test')`.execute(
      database.db.kysely,
    ),
  funds: () => propose({ kind: 'fund', purpose: 'pool', assetId: 'reward', amount: '12' }),
  terms: () => propose({ kind: 'terms', after: 1, values: { withdrawalMinUsdt: '2' }, from: null }),
  announcements: async () => {
    const by = await world.operatorId('ada');
    await unlogged(sql`
      INSERT INTO announcements (id, texts, person_ids, send_at, written_by)
      VALUES (gen_random_uuid(), '{"en":{"title":"News","body":"All."}}', NULL, now() + interval '1 day', ${by})`);
  },
  activities: () => addActivity(),
  operators: async () => {
    const said = { kind: 'invite', name: 'nora', role: 'viewer', note: 'For a test' };
    expect((await ada.post('/operators', await ada.sign('/operators/question', said))).statusCode).toBe(200);
  },
  webhooks: () => propose({ kind: 'webhook-open', name: 'Another', url: 'https://localhost/', kinds: ['sends'] }),
  screening: () => {
    const list = { list: 'Sanctions', source: 'https://lists.example.org', asOf: '2026-11-01', reason: 'legal-order' };
    return propose({ kind: 'refused-addresses', ...list, add: [randomAddress()], remove: [] });
  },
  keys: () => propose({ kind: 'key-revoke', keyId: '0e2b0a5e-0000-4000-8000-000000000000', name: 'Auditor' }),
  levels: () => propose({ kind: 'level-limits', after: 0, limits: ['2000', null] }),
  'sign-outs': () => propose({ kind: 'sign-out-everybody' }),
};

const config = loadConfig({ TERN_PROFILE: 'test', PRODUCT_NAME: 'Testwallet', PRODUCT_TOKEN: 'TWT' });
const deps = () => ({
  db: database.asWorker,
  rolesOf: waitingRoles,
  hot: hotSettings(config),
  fee: feeAccountSettings(config),
  prices: priceRules(config),
  bonus: config.bonusAmount,
  outboxBox: outboxBox([key]),
  consoleUrl: 'https://console.example.org',
});

/** What each role's mail counts, by the words of its line. */
type Told = Readonly<Record<string, ReadonlyMap<string, number>>>;

async function readMails(): Promise<Told> {
  await unlogged(sql`UPDATE operator_notices SET sent_at = NULL`);
  await sendDigests(deps());
  const told: Record<string, ReadonlyMap<string, number>> = {};
  const mail = {
    send: ({ recipient, text }: { readonly recipient: string; readonly text: string }) => {
      const lines = [...text.matchAll(/^- (.+): (\d+)$/gm)];
      told[recipient] = new Map(lines.map(([, words = '', items]) => [words, Number(items)]));
      return Promise.resolve();
    },
    close: () => undefined,
  };
  await deliverOutbox(
    {
      db: database.asWorker,
      outboxBox: outboxBox([key]),
      transports: { email: mail, sms: mail },
      fallback: undefined,
      smsReports: false,
      productName: 'Testwallet',
      onFailure: () => undefined,
    },
    { channel: 'email', limit: 10 },
  );
  return told;
}

/** How much of a kind each role was told of last by webhook. */
async function readEvents(kind: WaitingKind): Promise<Readonly<Record<string, number>>> {
  await tellWaiting(deps());
  const { rows } = await sql<{ role: string; items: number }>`
    SELECT DISTINCT ON (e.subject) e.data->>'role' AS role, coalesce(
             (SELECT (w->>'items')::int FROM jsonb_array_elements(e.data->'waiting') w WHERE w->>'kind' = ${kind}), 0) AS items
      FROM webhook_events e WHERE e.type = 'waiting.changed' ORDER BY e.subject, e.sequence DESC`.execute(
    database.db.kysely,
  );
  return Object.fromEntries(rows.map(({ role, items }) => [role, items]));
}

const namedBy = new Map<string, WaitingKind>();

test.each(waitingKind.exclude(['first-steps']).options)(
  'one more of %s is told to each role that may decide it, in one line, and to no other',
  async (kind) => {
    const [mails, events] = [await readMails(), await readEvents(kind)];
    await arrivals[kind]();
    const [mailsAfter, eventsAfter] = [await readMails(), await readEvents(kind)];
    for (const role of operatorRoles) {
      const [before, after] = [mails[mailbox(role)] ?? new Map(), mailsAfter[mailbox(role)] ?? new Map()];
      const changed = [...after].filter(([words, items]) => before.get(words) !== items).map(([words]) => words);
      const isTheirs = waitingRoles[kind].includes(role);
      expect(changed, `the mail of ${role}`).toHaveLength(isTheirs ? 1 : 0);
      for (const words of changed) {
        expect(after.get(words)).toBe((before.get(words) ?? 0) + 1);
        namedBy.set(words, kind);
      }
      expect((eventsAfter[role] ?? 0) - (events[role] ?? 0), `the event of ${role}`).toBe(isTheirs ? 1 : 0);
    }
    // No other kind is told in the same words.
    expect([...namedBy.values()].filter((each) => each === kind)).toHaveLength(1);
  },
);

test('the first steps that are open are told to those who take them', async () => {
  const [mails, events] = [await readMails(), await readEvents('first-steps')];
  for (const role of operatorRoles) {
    const isTheirs = waitingRoles['first-steps'].includes(role);
    expect(mails[mailbox(role)]?.get('first steps') !== undefined, role).toBe(isTheirs);
    expect((events[role] ?? 0) > 0, role).toBe(isTheirs);
  }
});
