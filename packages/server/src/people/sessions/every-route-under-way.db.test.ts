import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { systemClock } from '@tern/base/clock';
import { newId, type PersonId, type RecordId } from '@tern/base/ids';
import { contract } from '@tern/contracts/contract';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activitiesRouter } from '../../money/activities/routes.ts';
import { savePicture } from '../../money/activities/save-picture.ts';
import { createActivityWorld, type ActivityWorld } from '../../money/activities/testing/activity-world.ts';
import { addressOf } from '../../money/deposits/testing/scripted-chain.ts';
import { homeRouter } from '../../money/home/routes.ts';
import { hasIncentiveSince } from '../../money/incentives/public.ts';
import { promotionsRouter } from '../../money/promotions/routes.ts';
import { swapsRouter } from '../../money/swaps/routes.ts';
import { createSwapWorld, whole, type SwapWorld } from '../../money/swaps/testing/swap-world.ts';
import { transfersRouter } from '../../money/transfers/routes.ts';
import type { TestPerson } from '../../money/transfers/testing/sending-world.ts';
import type { ApiContext, ApiSession } from '../../platform/api-context.ts';
import { lockPeople } from '../accounts/public.ts';
import { addressBookRouter } from '../address-book/routes.ts';
import { publishAgreements } from '../agreements/public.ts';
import { agreementsRouter } from '../agreements/routes.ts';
import { complaintsRouter } from '../complaints/routes.ts';
import { discoveryRouter } from '../discovery/routes.ts';
import { beforeTransaction } from '../identity/testing/before-transaction.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { writeMessages } from '../messages/public.ts';
import { messagesRouter } from '../messages/routes.ts';
import { preferencesRouter } from '../preferences/routes.ts';
import { priceAlertsRouter } from '../price-alerts/routes.ts';
import { profileRouter } from '../profile/routes.ts';
import { saveAvatar } from '../profile/save-avatar.ts';
import { pushRouter } from '../push/routes.ts';
import { openReceiver } from '../push/testing/receiver.ts';
import { connectionChanges } from '../wallet-connections/testing/connection-changes.ts';
import { walletsRouter } from '../wallets/routes.ts';
import { closePerson } from './close-person.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { endEverybodysSessions } from './end-everybodys-sessions.ts';

// Goal: who is put out of an account changes nothing in it any more, by whatever route. Method: the routes as they are put
// together, called with a session that counts; what ends it is committed right before the transaction of each change. Those of
// `identity`, `protection` and `closing` are in changes-under-way.db.test.ts.
let world: ActivityWorld;
let swaps: SwapWorld;
beforeAll(async () => {
  [world, swaps] = await Promise.all([createActivityWorld(), createSwapWorld()]);
  await publishAgreements(world.asApi);
  await sql`
    INSERT INTO address_pool (derivation_index, address, mac)
    SELECT n, 'T' || lpad(n::text, 33, 'x'), 'test' FROM generate_series(100001, 100100) AS n`.execute(world.db.kysely);
});
afterAll(async () => {
  await world.close();
  await swaps.checkBooks();
  await swaps.drop();
});

const contextOf = (session: ApiSession): { readonly context: ApiContext } => ({
  context: {
    requestId: randomUUID(),
    ip: '203.0.113.7',
    userAgent: 'Test browser',
    session,
    deviceToken: null,
    setSessionCookie: () => undefined,
    clearSessionCookie: () => undefined,
    setDeviceCookie: () => undefined,
  },
});

type Context = ReturnType<typeof contextOf>;
/** Prepares all a route needs; resolves with the call of it. */
type Change = (person: TestPerson, context: Context) => Promise<(db: Database) => Promise<unknown>>;
const freely = () => Promise.resolve();
const key = () => ({ 'idempotency-key': randomUUID() });
const factors = { tradePassword: '258036', authenticatorCode: '123456' };

const bookOf = (db: Database) =>
  addressBookRouter({
    db,
    contracts: {},
    authorize: freely,
    noteChange: freely,
    isHotAddress: () => Promise.resolve(false),
    listReceivers: () => Promise.resolve([]),
  });
const saved = async (context: Context) =>
  call(
    bookOf(world.asApi).addAddress,
    { networkId: 'tron', address: addressOf(randomUUID()), label: 'Mum', ...factors },
    context,
  );
const switched = async (context: Context, ...states: readonly boolean[]) => {
  for (const on of states)
    await call(bookOf(world.asApi).setAddressRule, { rule: 'listed-only', on, ...factors }, context);
};
const preferencesOf = (db: Database) =>
  preferencesRouter({
    db,
    currencies: [],
    setLanguage: freely,
    countryCorrectionMinutes: 60,
    closedCountries: [],
    hasIncentiveSince,
  });
// Of what is priced in the unit itself no source has to say anything.
const alertsOf = (db: Database) =>
  priceAlertsRouter({ db, clock: systemClock, assets: swaps.deps.assets, priceRules: swaps.deps.priceRules });
const alert = { assetId: 'usdt', unit: 'eur', direction: 'above', target: '7' } as const;
const alerted = async (context: Context) => {
  await sayRates();
  return call(alertsOf(world.asApi).addPriceAlert, alert, context);
};
const sayRates = () =>
  sql`
  INSERT INTO currency_rates (day, currency, per_euro) VALUES (now()::date, 'USD', 1) ON CONFLICT DO NOTHING`.execute(
    world.db.kysely,
  );
const homeOf = (db: Database) => homeRouter({ db } as Parameters<typeof homeRouter>[0]);
const walletsOf = (db: Database) => walletsRouter({ db } as Parameters<typeof walletsRouter>[0]);
const told = async ({ personId }: ApiSession): Promise<string> => {
  const news = { about: 'record', event: 'received', assetId: 'usdt', amount: units(1n) } as const;
  const written = { personId, recordId: newId<RecordId>(), ...news };
  await transact(world.asWorker, (tx) => writeMessages(tx, [written]));
  const { rows } = await sql<{ id: string }>`SELECT id FROM messages WHERE person_id = ${personId}`.execute(
    world.db.kysely,
  );
  return rows[0]?.id ?? '';
};
const approved = async (person: TestPerson) => {
  const id = await world.publish();
  await world.enter(person, id);
  await world.approve(person, id);
  return id;
};
const service = 'https://push.example';
const subscription = () => {
  const { p256dh, auth } = openReceiver().keys;
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const keys = { p256dh: text(p256dh), auth: text(auth) };
  return { endpoint: `${service}/${randomUUID()}`, ...keys, hideAmounts: false };
};

/** By the name of the route that asks for it. */
const changes: Readonly<Record<string, Change>> = {
  'agreements.accept': async (_, context) => (db) =>
    call(agreementsRouter({ db, clock: systemClock }).accept, { shown: shownVersions, language: 'en' }, context),
  'wallets.createWallet': async (_, context) => (db) =>
    call(walletsOf(db).createWallet, { body: { name: 'Mine' }, headers: key() }, context),
  'wallets.changeWallet':
    async ({ walletId }, context) =>
    (db) =>
      call(walletsOf(db).changeWallet, { walletId, name: 'Mine' }, context),
  'wallets.chooseDefaultWallet':
    async ({ walletId }, context) =>
    (db) =>
      call(walletsOf(db).chooseDefaultWallet, { walletId }, context),
  'wallets.orderWallets':
    async ({ walletId }, context) =>
    (db) =>
      call(walletsOf(db).orderWallets, { walletIds: [walletId] }, context),
  'home.setAssetSettings': async (_, context) => (db) =>
    call(homeOf(db).setAssetSettings, { hidden: [], firstOnes: ['usdt'], hideSmall: true }, context),
  'promotions.closeActivationPrompt': async (_, context) => (db) =>
    call(promotionsRouter({ db, closedCountries: [] }).closeActivationPrompt, {}, context),
  'transfers.confirmDraft': async (person, context) => {
    const { id: draftId, hash } = await world.draft(person, { to: (await world.person()).address, amount: '20' });
    const asked = { params: { draftId }, headers: key(), body: { hash, ...factors } };
    return (db) => call(transfersRouter({ ...world.deps, db }).confirmDraft, asked, context);
  },
  'transfers.cancelTransfer': async (person, context) => {
    const draft = await world.draft(person, { to: (await world.person()).address, amount: '5000' });
    const asked = { params: { recordId: (await world.confirm(person, draft)).id }, headers: key(), body: {} };
    return (db) => call(transfersRouter({ ...world.deps, db }).cancelTransfer, asked, context);
  },
  'swaps.executeSwap': async (person, context) => {
    await swaps.sayPrices();
    const { id: quoteId } = await swaps.quote(person, { assetOut: 'usdt', assetIn: 'reward', amount: '100' });
    const asked = { params: { quoteId }, headers: key(), body: { tradePassword: factors.tradePassword } };
    return (db) => call(swapsRouter({ ...swaps.deps, db }).executeSwap, asked, context);
  },
  'activities.submitEntry': async (person, context) => {
    const asked = {
      id: await world.publish(),
      externalId: randomUUID().slice(0, 10),
      picture: await world.picture(person),
    };
    return (db) => call(activitiesRouter({ ...world.activityDeps, db }).submitEntry, asked, context);
  },
  'activities.claimReward': async (person, context) => {
    const asked = { params: { id: await approved(person) }, headers: key(), body: { tradePassword: '258036' } };
    return (db) => call(activitiesRouter({ ...world.activityDeps, db }).claimReward, asked, context);
  },
  'addressBook.addAddress': async (_, context) => (db) =>
    call(
      bookOf(db).addAddress,
      { networkId: 'tron', address: addressOf(randomUUID()), label: 'Mum', ...factors },
      context,
    ),
  'addressBook.renameAddress': async (_, context) => {
    const { id } = await saved(context);
    return (db) => call(bookOf(db).renameAddress, { id, label: 'Dad', ...factors }, context);
  },
  'addressBook.removeAddress': async (_, context) => {
    const { id } = await saved(context);
    return (db) => call(bookOf(db).removeAddress, { id }, context);
  },
  'addressBook.setAddressRule': async (_, context) => {
    await switched(context, true);
    return (db) => call(bookOf(db).setAddressRule, { rule: 'listed-only', on: false, ...factors }, context);
  },
  'addressBook.keepAddressRule': async (_, context) => {
    await switched(context, true, false);
    return (db) => call(bookOf(db).keepAddressRule, { rule: 'listed-only' }, context);
  },
  'priceAlerts.addPriceAlert': async (_, context) => {
    await sayRates();
    return (db) => call(alertsOf(db).addPriceAlert, alert, context);
  },
  'priceAlerts.resetPriceAlert': async (_, context) => {
    const { id } = await alerted(context);
    await sql`UPDATE price_alerts SET reached_at = now(), reached_price = 7 WHERE id = ${id}`.execute(world.db.kysely);
    return (db) => call(alertsOf(db).resetPriceAlert, { id }, context);
  },
  'priceAlerts.removePriceAlert': async (_, context) => {
    const { id } = await alerted(context);
    return (db) => call(alertsOf(db).removePriceAlert, { id }, context);
  },
  'messages.readMessage': async (person, context) => {
    const id = await told(person);
    return (db) => call(messagesRouter({ db }).readMessage, { id }, context);
  },
  'messages.readAllMessages': async (person, context) => {
    await told(person);
    return (db) => call(messagesRouter({ db }).readAllMessages, {}, context);
  },
  'messages.setMessageSettings': async (_, context) => (db) =>
    call(messagesRouter({ db }).setMessageSettings, { muted: ['transfers'] }, context),
  'push.subscribe': async (_, context) => (db) =>
    call(pushRouter({ db, publicKey: '', services: [service] }).subscribe, subscription(), context),
  'preferences.setPreferences': async (_, context) => (db) =>
    call(preferencesOf(db).setPreferences, { hideBalances: true }, context),
  'preferences.declareCountry': async (_, context) => (db) =>
    call(preferencesOf(db).declareCountry, { country: 'DE' }, context),
  'profile.saveProfile': async (_, context) => (db) =>
    call(profileRouter({ db }).saveProfile, { bio: 'Hello', line: '', instagram: '', telegram: '', x: '' }, context),
  'discovery.setDiscovery': async (_, context) => (db) => {
    const wanted = { byPhone: true, byEmail: false, shownName: 'Mara' };
    return call(discoveryRouter({ db, clock: systemClock, productName: 'Tern' }).setDiscovery, wanted, context);
  },
  'profile.removeAvatar': async (person, context) => {
    await avatarOf(world.asApi, person);
    return (db) => call(profileRouter({ db }).removeAvatar, {}, context);
  },
  'complaints.fileComplaint': async (_, context) => {
    const asked = { key: randomUUID(), subject: 'A payment', text: 'It never arrived anywhere.', recordId: null };
    const deps = { answerDays: 15, limitComplaints: freely };
    return (db) => call(complaintsRouter({ ...deps, db }).fileComplaint, asked, context);
  },
  ...connectionChanges(() => world),
};

const avatarOf = (db: Database, session: ApiSession) => {
  const reEncode = () => Promise.resolve({ picture: Buffer.from('picture') });
  return saveAvatar({ db, reEncode, limitPictures: freely }, session, Buffer.from('file'));
};

/** Files, which come by routes of their own. */
const uploads: typeof changes = {
  'POST /api/profile/avatar': async (person) => (db) => avatarOf(db, person),
  'POST /api/activities/pictures': async (person) => (db) =>
    savePicture({ ...world.pictureDeps, db }, person, randomUUID()),
};

// What leaves nothing that counts: questions to the chain, numbers that are fixed for minutes and hold nothing, and the end of
// what this session's device is told.
const light = new Set([
  'transfers.checkAddress',
  'transfers.createDraft',
  'swaps.createQuote',
  'deposits.searchDeposit',
  'push.unsubscribe',
  'development.faucet',
]);

test('this table and that of changes-under-way.db.test.ts name every route that changes something', () => {
  const posts = Object.entries(contract)
    .filter(([slice]) => !['identity', 'protection', 'closing', 'console'].includes(slice))
    .flatMap(([slice, routes]) =>
      Object.entries(routes as Record<string, { '~orpc': { route: { method?: string } } }>)
        .filter(([, route]) => route['~orpc'].route.method !== 'GET')
        .map(([name]) => `${slice}.${name}`),
    );
  expect(posts.toSorted()).toEqual([...Object.keys(changes), ...light].toSorted());
});

const databaseOf = (name: string): TestDatabase => (name.startsWith('swaps.') ? swaps : world);

async function somebodyFor(name: string): Promise<TestPerson> {
  const rich = { usdt: 10_000n * whole.usdt };
  if (name.startsWith('swaps.')) return swaps.person(rich, 'DE');
  if (name.startsWith('activities.')) return world.joiner();
  return world.person(rich);
}

// Of all tables that say whose their rows are. A draft whose confirmation was refused can be confirmed again.
async function everythingOf({ db: { kysely } }: TestDatabase, personId: PersonId): Promise<unknown> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    SELECT c.table_schema AS schema, c.table_name AS name
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.column_name = 'person_id' AND t.table_type = 'BASE TABLE' AND c.table_schema IN ('public', 'ledger')
       AND c.table_name <> 'withdrawal_drafts' ORDER BY 1, 2`.execute(kysely);
  const all: Record<string, unknown> = {};
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql.table(`${schema}.${name}`)} t WHERE t.person_id = ${personId} ORDER BY 1`.execute(
      kysely,
    );
    all[name] = rows;
  }
  return all;
}

const endings: Readonly<Record<string, (database: TestDatabase, personId: PersonId) => Promise<unknown>>> = {
  // What the link that stops a change, a recovery and signing out everywhere do.
  'the end of every session': ({ asApi }, personId) =>
    transact(asApi, (tx) => endAllSessions(tx, { personId, now: systemClock.now() })),
  'the end of everybody’s sessions': ({ asConsole }) =>
    transact(asConsole, (tx) => endEverybodysSessions(tx, systemClock.now())),
  'the closing of the account': ({ asWorker }, personId) =>
    transact(asWorker, async (tx) => {
      await lockPeople(tx, [personId]);
      await closePerson(tx, personId, systemClock.now());
    }),
};

const all = Object.entries({ ...changes, ...uploads });

describe.each(Object.entries(endings))('A07 %s, right before it is written', (_ending, end) => {
  test.each(all)('ends %s', async (name, prepare) => {
    const database = databaseOf(name);
    const person = await somebodyFor(name);
    const change = await prepare(person, contextOf(person));
    let left: unknown;
    const { db } = beforeTransaction({ db: database.asApi }, async () => {
      await end(database, person.personId);
      left = await everythingOf(database, person.personId);
    });
    expect(await outcome(change(db))).toBe('LOGIN_EXPIRED');
    expect(left).toBeDefined();
    expect(await everythingOf(database, person.personId)).toEqual(left);
  });
});

test.each(all)('without such an event %s is done', async (name, prepare) => {
  const person = await somebodyFor(name);
  const change = await prepare(person, contextOf(person));
  expect(await outcome(change(databaseOf(name).asApi))).toBe('right');
});
