import { randomUUID } from 'node:crypto';
import type { AddressBookView, AddressEntryView } from '@tern/contracts/routes/address-book';
import type { ClosingView } from '@tern/contracts/routes/closing';
import type { WorthView } from '@tern/contracts/routes/home';
import type { QuoteView, SwapDirectionView } from '@tern/contracts/routes/swaps';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeAccess, type RouteName } from '../../services/api/src/route-access.ts';

// Goal: what protects an account from outside: every route that moves money or widens where it may go refuses whoever lacks a
// factor, and the links in notices take changes back. Method: the whole system over HTTP, mails from its inbox.
const usdt = 1_000_000n;

let system: System;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  system = await startSystem();
  [ana, ben] = await Promise.all([system.register('email'), system.register('email')]);
  await Promise.all([ana.setFactors(), ben.setFactors()]);
  await system.chain.give(ana.wallet.address, 'usdt', 100n * usdt);
  await until('the top-up', async () => (await ana.available('usdt')) >= 100n * usdt);
  // It comes with the top-up; nothing else moves by itself afterwards.
  await until('the bonus', async () => (await ana.available('reward')) > 0n);
});
afterAll(() => system.stop());

/** The links in mails to a person that are not among `known`; waits for one. */
async function newLinks(person: Person, known: ReadonlySet<string> = new Set()): Promise<readonly string[]> {
  return until('a link', async () => {
    const texts = (await system.inbox.list(person.recipient)).map(({ text }) => text);
    const links = texts.flatMap((text) => text.match(/https?:\/\/\S+\/pages\/login\/stop\?token=[\w-]{43}/g) ?? []);
    const fresh = links.filter((link) => !known.has(link));
    return fresh.length > 0 && fresh;
  });
}
const tokenOf = (link: string | undefined): string => new URL(link ?? '').searchParams.get('token') ?? '';
const signedIn = async (person: Person): Promise<boolean> =>
  (await person.api.send({ method: 'GET', path: '/identity/account' })).status === 200;

// First: each code of an authenticator turns the api's clock on, and a link reaches five minutes behind what it tells of.
test('the link in a notice takes a new address out of the book again, signs everybody out, and works once', async () => {
  const person = await system.register('email');
  await person.setFactors();
  const known = new Set(await newLinks(person));
  const { tradePassword } = person;
  const added = await person.api.post<AddressEntryView>('/address-book', {
    networkId: 'tron',
    address: freshAddress(),
    label: 'Not mine',
    tradePassword,
    authenticatorCode: person.nextCode(),
  });
  const [link] = await newLinks(person, known);
  const stop = () => ben.api.send({ method: 'POST', path: '/identity/stop', body: { token: tokenOf(link) } });
  expect((await stop()).status).toBe(200);
  expect(await signedIn(person)).toBe(false);
  const { rows } = await sql`SELECT FROM address_book_entries WHERE id = ${added.id}`.execute(system.db.kysely);
  expect(rows).toEqual([]);
  expect((await stop()).code).toBe('STOP_LINK_OVER');
});

type Asked = { readonly path: string; readonly body: object; readonly headers?: Readonly<Record<string, string>> };
type FactorRoute = {
  /** Makes what the request needs, and the request without its factors. */
  readonly ask: () => Promise<Asked>;
  readonly factors: 'trade-password' | 'both';
  /** What right factors lead to where there is nothing behind the request: it got past them. */
  readonly right?: 'NOT_FOUND';
};
const keyed = (): Readonly<Record<string, string>> => ({ 'idempotency-key': randomUUID() });

// Every route whose access is `session+factors`; the rule about new addresses last, as it holds for the sends too.
const factorRoutes: Readonly<Partial<Record<RouteName, FactorRoute>>> = {
  'activities.claimReward': {
    factors: 'trade-password',
    right: 'NOT_FOUND',
    ask: async () => ({ path: `/activities/${randomUUID()}/claim`, body: {}, headers: keyed() }),
  },
  'swaps.executeSwap': {
    factors: 'trade-password',
    ask: async () => {
      const { directions } = await until('an open pair', async () => {
        const options = await ana.api.get<{ readonly directions: readonly SwapDirectionView[] }>('/swaps/options');
        return options.directions.some(isFromUsdt) && options;
      });
      const { assetIn } = directions.find(isFromUsdt) ?? { assetIn: 'trx' };
      const wanted = { walletId: ana.wallet.id, assetOut: 'usdt', assetIn, amount: '5' };
      const quote = await ana.api.post<QuoteView>('/swaps/quotes', wanted);
      return { path: `/swaps/quotes/${quote.id}/execute`, body: {}, headers: keyed() };
    },
  },
  'transfers.confirmDraft': {
    factors: 'both',
    ask: async () => {
      const draft = await ana.draft({ to: ben.wallet.address, assetId: 'usdt', amount: '2' });
      return { path: `/transfers/drafts/${draft.id}/confirm`, body: { hash: draft.hash }, headers: keyed() };
    },
  },
  'addressBook.addAddress': {
    factors: 'both',
    ask: async () => ({
      path: '/address-book',
      body: { networkId: 'tron', address: freshAddress(), label: 'Sister' },
    }),
  },
  'addressBook.renameAddress': {
    factors: 'both',
    ask: async () => {
      const { entries } = await ana.api.get<AddressBookView>('/address-book');
      return { path: `/address-book/${entries[0]?.id}/rename`, body: { label: `Brother ${randomUUID().slice(0, 8)}` } };
    },
  },
  'addressBook.setAddressRule': {
    factors: 'both',
    ask: async () => ({ path: '/address-book/rules', body: { rule: 'new-address-wait', on: true } }),
  },
};
/** What a site asked for has to be there first: wallet-connections.db.test.ts and sign-agreed.db.test.ts try their factors. */
const triedWithASite: readonly RouteName[] = ['walletConnections.approveConnection', 'walletConnections.signMessage'];
const isFromUsdt = ({ assetOut, closed }: SwapDirectionView): boolean => assetOut === 'usdt' && closed === null;

/** All that the routes could have changed. */
async function readState(): Promise<unknown> {
  const { entries, rules } = await ana.api.get<AddressBookView>('/address-book');
  const { balances } = await ana.overview();
  const held = balances.map(({ assetId, available, posted }) => ({ assetId, available, posted }));
  return { entries, rules, held, records: (await ana.records()).map(({ id }) => id) };
}

test('the table of this file names every route that asks for the factors of a transfer', () => {
  const asking = Object.entries(routeAccess).filter(([, access]) => access === 'session+factors');
  const named = [...Object.keys(factorRoutes), ...triedWithASite];
  expect(named.toSorted()).toEqual(asking.map(([name]) => name).toSorted());
});

test.each(Object.entries(factorRoutes) as [RouteName, FactorRoute][])(
  'A12 %s does nothing without, and nothing with wrong factors, and what it says with right ones',
  async (name, { ask, factors, right: expected }) => {
    // What only time does: wrong tries of the route before are forgotten.
    await sql`DELETE FROM failure_counters`.execute(system.db.kysely);
    const before = await readState();
    const send = (asked: Asked, given: object, by: Person = ana): ReturnType<Person['api']['send']> =>
      by.api.send({ ...asked, method: 'POST', body: { ...asked.body, ...given } });
    const { tradePassword } = ana;
    const asked = await ask();
    const wrong = '000000';
    const code = (value: string): object => (factors === 'both' ? { authenticatorCode: value } : {});

    expect((await send(asked, code(ana.nextCode()))).code).toBe('INPUT_INVALID');
    expect((await send(asked, { tradePassword: '918273', ...code(ana.nextCode()) })).code).toBe('TRADE_PASSWORD_WRONG');
    if (factors === 'both') {
      const without = await send(asked, { tradePassword });
      expect(without.code).toBe(name === 'transfers.confirmDraft' ? 'AUTHENTICATOR_CODE_WRONG' : 'INPUT_INVALID');
      expect((await send(asked, { tradePassword, ...code(wrong) })).code).toBe('AUTHENTICATOR_CODE_WRONG');
    }
    // Somebody else's factors, right as they are, do not help.
    const others = await send(asked, { tradePassword: ben.tradePassword, ...code(ben.nextCode()) }, ben);
    if (!name.startsWith('addressBook.') || name === 'addressBook.renameAddress') expect(others.status).toBe(404);
    const { api: visitor } = await system.register('email');
    await visitor.post('/identity/logout', {});
    expect((await visitor.send({ ...asked, method: 'POST' })).code).toBe('LOGIN_EXPIRED');
    expect(await readState()).toEqual(before);

    const right = await send(await ask(), { tradePassword, ...code(ana.nextCode()) });
    expect([right.status, right.code], right.text.slice(0, 200)).toEqual(
      expected === undefined ? [200, undefined] : [404, expected],
    );
    if (expected === undefined) expect(await readState()).not.toEqual(before);
  },
);

test('the line of worth ends at the total, and tells what prices did from what came in', async () => {
  const person = await system.register('email');
  await system.chain.give(person.wallet.address, 'trx', 20n * usdt);
  await until('the top-up', async () => (await person.available('trx')) >= 20n * usdt);
  const line = (): Promise<WorthView> => person.api.get(`/wallets/${person.wallet.id}/worth?range=day`);
  // The line begins when the wallet was opened, so the money came in on it.
  expect(await line()).toMatchObject({ marks: [{ direction: 'in' }], without: [] });

  // What only time does: the money came two days ago, and TRX cost half until an hour ago.
  const db = system.db.kysely;
  await sql`ALTER TABLE ledger.journals DISABLE TRIGGER USER`.execute(db);
  await sql`
    UPDATE ledger.journals SET created_at = now() - interval '2 days'
     WHERE id IN (SELECT t.journal_id FROM ledger.transfers t JOIN ledger.entries e ON e.transfer_id = t.id
                    JOIN ledger.accounts a ON a.id = e.account_id WHERE a.wallet_id = ${person.wallet.id})`.execute(db);
  await sql`ALTER TABLE ledger.journals ENABLE TRIGGER USER`.execute(db);
  await sql`
    INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at)
    SELECT asset_id, source, price / 2, decimals, now() - interval '30 hours', now() - interval '1 hour'
      FROM prices WHERE asset_id = 'trx' ORDER BY confirmed_at DESC LIMIT 1`.execute(db);
  await sql`UPDATE prices SET at = now() - interval '1 hour' WHERE asset_id = 'trx' AND confirmed_at > now() - interval '5 minutes'`.execute(
    db,
  );
  const { value } = (await person.overview()).total;
  const grown = await line();
  // What is there is worth twice what it was: half of it is the gain, but for the last digits in which sources differ.
  expect(Number(grown.change?.prices) / Number(value)).toBeCloseTo(0.5, 4);
  expect(Number(grown.points[0]) / Number(value)).toBeCloseTo(0.5, 4);
  expect(Number(grown.points.at(-1)) / Number(value)).toBeCloseTo(1, 4);
  expect(grown).toMatchObject({ change: { inOut: '0', rewards: '0' }, without: [] });

  await system.chain.give(person.wallet.address, 'usdt', 50n * usdt);
  await until('the second top-up', async () => (await person.available('usdt')) >= 50n * usdt);
  const later = await line();
  expect(later).toMatchObject({ change: { inOut: String(50n * usdt) }, marks: [{ point: 96, direction: 'in' }] });
  expect(Number(later.change?.prices) / Number(grown.change?.prices)).toBeCloseTo(1, 4);
});

test('the link in a notice keeps an account that somebody had closed', async () => {
  const person = await system.register('email');
  const proof = await person.askForCode('/identity/factors/code', { purpose: 'close-account' });
  const asked = { loginPassword: person.loginPassword, ...proof };
  expect((await person.api.post<ClosingView>('/account/closing', asked)).closing).not.toBeNull();
  const [link] = await newLinks(person);
  await ben.api.post('/identity/stop', { token: tokenOf(link) });
  await sql`
    UPDATE account_closings SET due_at = now() - interval '1 minute', requested_at = now() - interval '8 days'
     WHERE person_id = ${person.account.personId}`.execute(system.db.kysely);
  await sql`
    UPDATE security_stops SET created_at = now() - interval '7 days', used_at = now() - interval '6 days'
     WHERE person_id = ${person.account.personId}`.execute(system.db.kysely);
  // It looks once a minute, and when it starts.
  await system.processes.kill('worker');
  await system.processes.start('worker');
  const { rows } = await until('the worker to have looked at it', async () => {
    const found = await sql<{ state: string }>`
      SELECT state FROM account_closings WHERE person_id = ${person.account.personId}`.execute(system.db.kysely);
    return found.rows[0]?.state !== 'waiting' && found;
  });
  expect(rows).toEqual([{ state: 'stopped' }]);
  const target = person.target;
  const again = await person.api.send({
    method: 'POST',
    path: '/identity/login',
    body: { target, password: person.loginPassword },
  });
  expect(again.status).toBe(200);
});
