import { randomBytes, randomUUID } from 'node:crypto';
import { shownVersions } from '@tern/contracts/shown-versions';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectionCases } from './testing/connection-cases.ts';
import { listIdFields, type IdField } from './testing/id-fields.ts';
import { insertAlert, insertEntry } from './testing/insert-own-rows.ts';
import { listRoutes } from './testing/list-routes.ts';
import {
  openBrowser,
  openTestApi,
  password,
  publicUrl,
  registerByMail,
  type Browser,
  type TestApi,
} from './testing/open-test-api.ts';
import { rowsNaming } from './testing/rows-naming.ts';
import { told } from './testing/told.ts';

// Goal: whatever route is asked with the id of something of another person's, it answers as to an id of nobody's, and what is
// theirs stays as it was. Method: every field of the contract that takes an id has its case below; a new one has to get one.

const tradePassword = '739461';
const factor = { kind: 'trade-password', tradePassword };

type Person = {
  readonly browser: Browser;
  readonly email: string;
  readonly id: string;
  readonly wallet: string;
  readonly secret?: string;
};
type Made = { readonly id: string; readonly input?: object };
/** Makes something of a person's, and says what its owner would send with its id. */
type Make = (person: Person) => Promise<Made>;
type Factors = 'none' | 'trade-password' | 'both';
type Owned = {
  readonly make: Make;
  /** The trade password, where nothing is said. */
  readonly factors?: Factors;
  /** What whoever asks sends of their own beside it. */
  readonly own?: (asker: Person) => Promise<object>;
};
type Case =
  | Owned
  /** Why nobody owns what the id names. */
  | { readonly because: string };

let api: TestApi;
let stranger: Person;
beforeAll(async () => {
  api = await openTestApi();
  // Everybody here has a wallet of their own, and there are more of them than the tests of one route need.
  await run(sql`
    INSERT INTO address_pool (derivation_index, address, mac)
    SELECT n, 'T' || lpad(n::text, 33, 'x'), 'mac' FROM generate_series(50, 199) AS n`);
  stranger = await openPerson('stranger@example.org');
  // What a page after somebody else's place could show.
  await makeMessage(stranger);
  await makeSwap(stranger);
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const run = (query: ReturnType<typeof sql>) => query.execute(api.database.db.kysely);

async function openPerson(email: string, factors: Factors = 'trade-password'): Promise<Person> {
  const browser = openBrowser(api.app);
  await run(sql`DELETE FROM rate_windows`);
  await registerByMail(api, browser, email);
  const { wallets } = (await browser.get('/api/wallets')).json<{ wallets: { id: string }[] }>();
  const wallet = wallets[0]?.id ?? '';
  const { rows } = await sql<{ id: string }>`SELECT person_id AS id FROM wallets WHERE id = ${wallet}`.execute(
    api.database.db.kysely,
  );
  const person: Person = { browser, email, id: rows[0]?.id ?? '', wallet };
  if (factors === 'none') return person;
  const proof = await prove(person, 'set-trade-password');
  const set = await browser.post('/api/identity/factors/trade-password', {
    ...proof.input,
    challengeId: proof.id,
    tradePassword,
  });
  expect(set.statusCode, set.body).toBe(200);
  if (factors === 'trade-password') return person;
  const { id: bindingId, input, secret } = await makeBinding(person);
  const bound = await browser.post('/api/identity/factors/authenticator/confirm', { ...input, bindingId });
  expect(bound.statusCode, bound.body).toBe(200);
  return { ...person, secret };
}

async function prove({ browser, email }: Person, purpose: string): Promise<Made> {
  await run(sql`DELETE FROM rate_windows`);
  const sent = await browser.post('/api/identity/factors/code', { purpose });
  const { challengeId } = sent.json<{ challengeId: string }>();
  return { id: challengeId, input: { loginPassword: password, code: await api.readCode(email) } };
}

/** A code by mail, which opens what it was sent for to its owner alone. */
const codeFor =
  (purpose: string, input: object = {}): Make =>
  async (person) => {
    const proof = await prove(person, purpose);
    return { id: proof.id, input: { ...proof.input, ...input } };
  };

async function makeSession(person: Person): Promise<Made> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM sessions WHERE person_id = ${person.id}`.execute(
    api.database.db.kysely,
  );
  return { id: rows[0]?.id ?? '' };
}

async function makeRecord({ id: personId, wallet }: Person): Promise<Made> {
  const id = randomUUID();
  await run(sql`
    INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id)
    VALUES (${id}, ${personId}, ${wallet}, 'outgoing', 'out', 'success', 'chain', 'usdt', 5, 'withdrawal', ${id})`);
  return { id };
}

async function makeMessage({ id: personId }: Person): Promise<Made> {
  const id = randomUUID();
  await run(sql`
    INSERT INTO messages (id, person_id, kind, event, subject_id)
    VALUES (${id}, ${personId}, 'security', 'trade-password-changed', ${randomUUID()})`);
  return { id };
}

async function makeEvent({ id: personId }: Person): Promise<Made> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM security_events WHERE person_id = ${personId} ORDER BY at DESC, id DESC LIMIT 1`.execute(
    api.database.db.kysely,
  );
  return { id: rows[0]?.id ?? '' };
}

async function makeQuote({ id: personId, wallet }: Person): Promise<Made> {
  const id = randomUUID();
  await run(sql`
    INSERT INTO swap_quotes (id, person_id, wallet_id, asset_out, asset_in, amount_out, amount_in, fee, mid_numerator,
      mid_denominator, spread_ppm, impact_ppm, swapper_share, swapper_reward, pool_share, pool_reward, expires_at)
    VALUES (${id}, ${personId}, ${wallet}, 'usdt', 'trx', 1000000, 3000000, 1000, 3, 1, 0, 0, 0, 0, 0, 0,
      now() + interval '1 hour')`);
  return { id, input: { tradePassword } };
}

async function makeSwap(person: Person, minutesAgo = 0): Promise<Made> {
  const [id, quote, record] = [randomUUID(), await makeQuote(person), await makeRecord(person)];
  await run(sql`
    INSERT INTO swaps (id, quote_id, person_id, wallet_id, asset_out, asset_in, amount_out, amount_in, fee,
      available_after, reward, journal_id, record_id, created_at)
    VALUES (${id}, ${quote.id}, ${person.id}, ${person.wallet}, 'usdt', 'trx', 1000000, 3000000, 1000, 0, 0, 1, ${record.id},
      clock_timestamp() - make_interval(mins => ${minutesAgo}))`);
  return { id };
}

const payee = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const complaint = { key: randomUUID(), subject: 'A record', text: 'It is not what I ordered.' };

async function makeDraft({ id: personId, wallet }: Person): Promise<Made> {
  const [id, hash] = [randomUUID(), randomBytes(32)];
  await run(sql`
    INSERT INTO withdrawal_drafts (id, person_id, wallet_id, asset_id, network_id, settlement, receiver_class, own_move,
      to_address, amount, fee, usdt_value, hash, expires_at)
    VALUES (${id}, ${personId}, ${wallet}, 'usdt', 'tron', 'chain', 'holds-token', false, ${payee}, 5000000, 1000000,
      5000000, ${hash}, now() + interval '1 hour')`);
  return { id, input: { hash: hash.toString('hex'), tradePassword } };
}

async function makeTransfer(person: Person): Promise<Made> {
  const [draft, record] = [await makeDraft(person), await makeRecord(person)];
  await run(sql`
    INSERT INTO withdrawals (id, draft_id, person_id, wallet_id, asset_id, settlement, own_move, to_address, amount, fee,
      usdt_value, approvals_needed, state, record_id)
    VALUES (${randomUUID()}, ${draft.id}, ${person.id}, ${person.wallet}, 'usdt', 'chain', false, ${payee}, 5000000, 1000000,
      5000000, 0, 'completed', ${record.id})`);
  return record;
}

const makeEntry: Make = ({ id }) => insertEntry(api.database.db, id, payee);
const makeAlert: Make = ({ id }) => insertAlert(api.database.db, id);

async function makePasskey({ id: personId }: Person): Promise<Made> {
  const id = randomUUID();
  await run(sql`
    INSERT INTO passkeys (id, person_id, credential_id, public_key, sign_count, transports, synced, name, created_at)
    VALUES (${id}, ${personId}, ${randomBytes(32)}, ${randomBytes(77)}, 0, '{}', false, 'Phone', now())`);
  return { id };
}

async function makeCeremony(person: Person): Promise<Made> {
  const { id: challengeId, input } = await prove(person, 'add-passkey');
  const begun = await person.browser.post('/api/protection/passkeys/begin', { ...input, challengeId, factor });
  const { ceremonyId, challenge } = begun.json<{ ceremonyId: string; challenge: string }>();
  return { id: ceremonyId, input: { name: 'Phone', passkey: softwarePasskey(publicUrl).make(challenge) } };
}

async function makeBinding(person: Person): Promise<Made & { readonly secret: string }> {
  const { id: challengeId, input } = await prove(person, 'bind-authenticator');
  const begun = await person.browser.post('/api/identity/factors/authenticator/begin', {
    ...input,
    challengeId,
    factor,
  });
  const { bindingId, secret } = begun.json<{ bindingId: string; secret: string }>();
  return { id: bindingId, input: { code: await generate({ secret }) }, secret };
}

async function contactCodes({ browser, email }: Person) {
  await run(sql`DELETE FROM rate_windows`);
  const target = { kind: 'email', email: `new-${randomUUID()}@example.org` };
  const sent = (await browser.post('/api/protection/contact/codes', { target })).json<{
    present: { challengeId: string };
    fresh: { challengeId: string };
  }>();
  return {
    loginPassword: password,
    factor,
    challengeId: sent.present.challengeId,
    code: await api.readCode(email),
    target,
    newChallengeId: sent.fresh.challengeId,
    newCode: await api.readCode(target.email),
  };
}

const presentContact: Make = async (person) => {
  const { challengeId, ...input } = await contactCodes(person);
  return { id: challengeId, input };
};
const freshContact: Make = async (person) => {
  const { newChallengeId, newCode, target } = await contactCodes(person);
  return { id: newChallengeId, input: { newCode, target } };
};
/** Whoever asks proves themselves: another's is the new contact alone. */
const ownPresentContact = async (asker: Person): Promise<object> => {
  const { loginPassword, challengeId, code } = await contactCodes(asker);
  return { loginPassword, factor, challengeId, code };
};

async function bothFactors({ id, secret = '' }: Person): Promise<object> {
  // A code is good once; who asks twice within half a minute has none left.
  await run(sql`UPDATE authenticators SET last_step = 0 WHERE person_id = ${id}`);
  return { label: 'Mine', tradePassword, authenticatorCode: await generate({ secret }) };
}

/** A code that is sent to whoever has not signed in. */
const openCode =
  (path: string, contactOf: (person: Person) => string, input: object): Make =>
  async (person) => {
    await run(sql`DELETE FROM rate_windows`);
    const target = { kind: 'email', email: contactOf(person) };
    const sent = await openBrowser(api.app).post(path, { target });
    const { challengeId } = sent.json<{ challengeId: string }>();
    return { id: challengeId, input: { code: await api.readCode(target.email), ...input } };
  };
const targetOf = (contactOf: (person: Person) => string) => (asker: Person) =>
  Promise.resolve({ target: { kind: 'email', email: contactOf(asker) } });
const mailOf = ({ email }: Person): string => email;
const otherMailOf = ({ email }: Person): string => `other-${email}`;

const wallet =
  (input: object = {}): Make =>
  (person) =>
    Promise.resolve({ id: person.wallet, input });
const loginIds = 'Nobody is signed in yet, and no answer but the one to the right login password names it.';
const ofEverybody = 'The same for everybody; what is a person’s own of it is found by their session.';
const draft = { assetId: 'usdt', networkId: 'tron', to: payee, amount: '1', feeFrom: 'balance', acknowledged: [] };

/** One for every field that `listIdFields` finds: what is another's there, and what else is sent. */
const cases: Readonly<Record<IdField, Case>> = {
  'identity.register challengeId': {
    make: openCode('/api/identity/register/code', otherMailOf, { password, accepted: shownVersions }),
    own: targetOf(otherMailOf),
  },
  'identity.resendLoginCode loginId': { because: loginIds },
  'identity.finishLogin loginId': { because: loginIds },
  'identity.setTradePassword challengeId': { make: codeFor('set-trade-password', { tradePassword }), factors: 'none' },
  'identity.changeTradePassword challengeId': {
    make: codeFor('change-trade-password', { tradePassword: '846205', factor }),
  },
  'identity.changeLoginPassword challengeId': {
    make: codeFor('change-login-password', { password: 'copper-lantern-47-field', factor }),
  },
  'identity.beginAuthenticator challengeId': { make: codeFor('bind-authenticator', { factor }) },
  'identity.confirmAuthenticator bindingId': { make: makeBinding },
  'identity.unbindAuthenticator challengeId': { make: codeFor('unbind-authenticator', { factor }), factors: 'both' },
  'identity.renewRecoveryCodes challengeId': { make: codeFor('renew-recovery-codes', { factor }), factors: 'both' },
  'identity.recover challengeId': {
    make: openCode('/api/identity/recovery/code', mailOf, { password: 'copper-lantern-47-field', factor }),
    own: targetOf(mailOf),
  },
  'identity.endSession sessionId': { make: makeSession },
  'identity.securityEvents cursor': { make: makeEvent },
  'protection.beginPasskey challengeId': { make: codeFor('add-passkey', { factor }) },
  'protection.addPasskey ceremonyId': { make: makeCeremony },
  'protection.renamePasskey passkeyId': { make: makePasskey, own: () => Promise.resolve({ name: 'Mine' }) },
  'protection.removePasskey passkeyId': {
    make: makePasskey,
    own: async (asker) => {
      const { id: challengeId, input } = await prove(asker, 'remove-passkey');
      return { ...input, challengeId, factor };
    },
  },
  'protection.removePasskey challengeId': { make: codeFor('remove-passkey', { passkeyId: randomUUID(), factor }) },
  'protection.passkeyLogin ceremonyId': { because: 'Nobody is signed in yet: a passkey says who signs in.' },
  'protection.setWord challengeId': { make: codeFor('set-word', { word: 'sunny kite', factor }) },
  'protection.changeContact challengeId': { make: presentContact },
  'protection.changeContact newChallengeId': { make: freshContact, own: ownPresentContact },
  'protection.startFactorReset challengeId': {
    make: openCode('/api/protection/factor-reset/code', mailOf, { loginPassword: password }),
    own: targetOf(mailOf),
  },
  'wallets.changeWallet walletId': { make: wallet({ name: 'Mine' }) },
  'wallets.chooseDefaultWallet walletId': { make: wallet() },
  'wallets.orderWallets walletIds': { make: wallet() },
  'wallets.overview walletId': { make: wallet() },
  'wallets.receive walletId': { make: wallet() },
  'home.worth walletId': { make: wallet({ range: 'day' }) },
  'home.dayChange walletId': { make: wallet() },
  'records.listRecords walletId': { make: wallet() },
  'records.record id': { make: makeRecord },
  'records.recordInfo id': { make: makeRecord },
  'check.recordProof id': { make: makeRecord },
  'complaints.fileComplaint recordId': { make: async (who) => ({ ...(await makeRecord(who)), input: complaint }) },
  'transfers.transferOptions walletId': { make: wallet() },
  'transfers.checkAddress walletId': { make: wallet({ assetId: 'usdt', to: payee }) },
  'transfers.createDraft walletId': { make: wallet(draft) },
  'transfers.confirmDraft draftId': { make: makeDraft },
  'transfers.cancelTransfer recordId': { make: makeTransfer },
  'swaps.createQuote walletId': { make: wallet({ assetOut: 'usdt', assetIn: 'trx', amount: '1' }) },
  'swaps.executeSwap quoteId': { make: makeQuote },
  'swaps.listSwaps cursor': { make: async (person) => (await makeSwap(person, 1), makeSwap(person)) },
  'swaps.swap id': { make: (person) => makeSwap(person) },
  'pool.distributionProof id': { because: ofEverybody },
  'pool.distributionFile id': { because: ofEverybody },
  'activities.activity id': { because: ofEverybody },
  'activities.submitEntry id': { because: ofEverybody },
  'activities.claimReward id': { because: ofEverybody },
  'addressBook.renameAddress id': { make: makeEntry, own: bothFactors, factors: 'both' },
  'addressBook.removeAddress id': { make: makeEntry },
  'priceAlerts.resetPriceAlert id': { make: makeAlert },
  'priceAlerts.removePriceAlert id': { make: makeAlert },
  ...connectionCases(() => api, { tradePassword, bothFactors }),
  'messages.listMessages cursor': { make: makeMessage },
  'messages.message id': { make: makeMessage },
  'messages.readMessage id': { make: makeMessage },
  'closing.requestClosing challengeId': { make: codeFor('close-account', { factor }) },
  'closing.prepareExport challengeId': { make: codeFor('export-data', { factor }) },
  'development.faucet walletId': { make: wallet({ assetId: 'usdt' }) },
};

test('every field of the contract that takes an id has its case here', () => {
  expect(Object.keys(cases).toSorted()).toEqual(listIdFields().toSorted());
});

/** Asks a route with this id in this field, and with the rest wherever the contract takes it. */
async function ask(asker: Person, field: IdField, id: string, rest: object): Promise<LightMyRequestResponse> {
  const [name = '', key = ''] = field.split(' ');
  const route = listRoutes().find((each) => each.name === name);
  if (route === undefined) throw new Error(`${name} is no route`);
  const sent: Record<string, unknown> = { ...rest, [key]: key.endsWith('Ids') ? [id] : id };
  const path = route.path.replace(/\{([^}]+)\}/g, (_, part: string) => {
    const value = sent[part];
    Reflect.deleteProperty(sent, part);
    return String(value);
  });
  if (route.method === 'GET') {
    return asker.browser.get(`/api${path}?${new URLSearchParams(sent as Record<string, string>)}`);
  }
  return asker.browser.post(`/api${path}`, sent, { headers: { 'idempotency-key': randomUUID() } });
}

const owned = Object.entries(cases).filter((entry): entry is [IdField, Owned] => 'make' in entry[1]);

test.each(owned)(
  'M08 %s: another person’s id is answered as nobody’s, and changes nothing of theirs',
  async (field, { make, factors, own = () => Promise.resolve({}) }) => {
    const mail = `${field.toLowerCase().replace(/\W/g, '-')}@example.org`;
    const owner = await openPerson(mail, factors);
    const asker = factors === undefined ? stranger : await openPerson(`stranger-${mail}`, factors);
    const { id, input = {} } = await make(owner);
    const rest = async (person: Person): Promise<object> => ({ ...input, ...(await own(person)) });
    const nobodys = told(await ask(asker, field, randomUUID(), await rest(asker)));
    const sent = await rest(asker);
    const before = await rowsNaming(api.database.db.kysely, [owner.id, id], asker.id);
    expect(told(await ask(asker, field, id, sent))).toEqual(nobodys);
    expect(await rowsNaming(api.database.db.kysely, [owner.id, id], asker.id)).toEqual(before);
    // It is there, and all else that was sent was right: its owner is answered otherwise.
    expect(told(await ask(owner, field, id, await rest(owner)))).not.toEqual(nobodys);
  },
);
