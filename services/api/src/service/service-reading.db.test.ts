import { randomBytes } from 'node:crypto';
import { serviceScope } from '@tern/contracts/service-key';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBooksWorld } from '../console/testing/books-world.ts';
import { openConsoleWorld, type TestOwner } from '../console/testing/console-world.ts';
import { writeDeposit, writeRecord } from '../console/testing/transaction-rows.ts';
import { openKey } from './testing/open-key.ts';
import { openTestService, serviceRoutes, type TestService } from './testing/open-service.ts';

// Goal: other systems read what the console shows, page by page and each thing once, and nothing by which a person is reached; and
// whatever is sent is answered or refused. Method: people and books in a database, a key with every scope, and HTTP.

let service: TestService;
let token: string;
let mara: TestOwner;
let idris: TestOwner;
beforeAll(async () => {
  service = await openTestService();
  const world = openConsoleWorld(service.database);
  [mara, idris] = [await world.person(), await world.person()];
  const books = await openBooksWorld(service.database, [mara, idris]);
  await books.day(1_000_000n);
  await sql`
    INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at) VALUES (gen_random_uuid(), ${mara.personId}, 'email', 'mara@example.org', now(), now())`.execute(
    service.database.db.kysely,
  );
  token = (await openKey(service.both, { scopes: serviceScope.options })).token;
});
afterAll(() => service.close());
beforeEach(() => sql`DELETE FROM rate_windows`.execute(service.database.db.kysely));
afterEach(() => expect(service.console.faults.splice(0)).toEqual([]));

const get = async (path: string): Promise<unknown> => {
  const { outcome, body } = await service.client(token).get(path);
  expect(outcome, JSON.stringify(body)).toBe('answered');
  return body;
};
async function every(
  path: string,
  list: string,
  idOf: (row: Record<string, unknown>) => unknown,
): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for await (const page of service.client(token).pages(path)) {
    const rows = page[list] as Record<string, unknown>[];
    ids.push(...rows.map(idOf));
  }
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

test('transactions come in pages, each once, with amounts in base units and people by their numbers alone', async () => {
  const hash = randomBytes(32).toString('hex');
  const deposit = await writeDeposit(service.database, mara, { txId: hash, amount: '310250000' });
  for (let count = 0; count < 60; count += 1) await writeRecord(service.database, mara, {});
  expect(await every('/transactions?kind=deposit', 'transactions', ({ id }) => id)).toHaveLength(61);
  const found = await get(`/transactions?find=${hash}`);
  expect(found).toEqual({
    transactions: [
      expect.objectContaining({ id: deposit, person: mara.publicId, amount: '310250000', transaction: hash }),
    ],
    after: null,
  });
  const one = await get(`/transactions/record/${deposit}`);
  expect(one).toMatchObject({ asset: 'usdt', person: mara.publicId, receiveAddress: mara.address });
  for (const body of [found, one]) expect(JSON.stringify(body)).not.toContain(mara.personId);
});

describe('the books', () => {
  test('have journals in pages, each with its entries, and without what was noted beside it', async () => {
    const ids = await every('/books/journals', 'journals', ({ id }) => id);
    expect(ids.length).toBeGreaterThan(5);
    const [deposit] = await every('/books/journals?kind=deposit&asset=usdt', 'journals', ({ id }) => id);
    const journal = (await get(`/books/journals/${String(deposit)}`)) as { entries: { amount: string }[] };
    expect(journal).toMatchObject({
      kind: 'deposit',
      transfers: [{ assetId: 'usdt', credit: { person: mara.publicId } }],
    });
    expect(journal).not.toHaveProperty('details');
    expect(journal).not.toHaveProperty('key');
    expect(journal.entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(0n);
  });

  test('balance, now and before anything was posted', async () => {
    const now = (await get('/books/trial-balance')) as {
      assets: { debits: string; credits: string }[];
      differing: string[];
    };
    expect(now.assets.length).toBeGreaterThan(0);
    for (const { debits, credits } of now.assets) expect(debits).toBe(credits);
    expect(now.differing).toEqual([]);
    expect(await get('/books/trial-balance?at=2001-01-01T00:00:00.000Z')).toMatchObject({ assets: [] });
    expect(await get('/books/days')).toEqual({ days: [], after: null });
  });
});

describe('people', () => {
  test('are numbers with addresses and balances; no contact, no name and no id of theirs is said', async () => {
    expect(await every('/people', 'people', ({ number }) => number)).toEqual(
      expect.arrayContaining([mara.publicId, idris.publicId]),
    );
    const found = await get(`/people/${mara.publicId}`);
    expect(found).toMatchObject({
      number: mara.publicId,
      state: 'active',
      onHold: false,
      wallets: [{ address: mara.address }],
    });
    for (const body of [found, await get('/people')]) {
      for (const hidden of ['mara@example.org', 'm***', mara.personId, mara.walletId, 'Main'])
        expect(JSON.stringify(body)).not.toContain(hidden);
    }
    const { outcome } = await service.client(token).get('/people/39999999');
    expect(outcome).toBe('NOT_FOUND');
  });

  test('come in pages of 50, each once', async () => {
    await sql`
      INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
      SELECT gen_random_uuid(), (40000000 + n)::text, 'B' || translate(lpad(n::text, 7, '0'), '0123456789', 'ABCDEFGHJK'), now(),
             now() - make_interval(hours => n)
        FROM generate_series(1, 60) AS n`.execute(service.database.db.kysely);
    expect(await every('/people', 'people', ({ number }) => number)).toHaveLength(62);
  });
});

const hostile = [
  "'; DROP TABLE service_keys; --",
  '../../console/api/keys',
  '\u0000',
  '%00',
  '🐦'.repeat(30),
  '9'.repeat(40),
  '-1',
  '2026-02-31',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  '[]',
  '',
  'x'.repeat(3_000),
];

test.each(serviceRoutes)(
  'W13 W20 whatever stands in a field of $name is answered or refused, and is no fault',
  async ({ method, path, fields }) => {
    const client = service.client(token);
    const right: Readonly<Record<string, string>> = { source: 'record', id: '1', number: mara.publicId };
    const fill = (at: string, value: string): string =>
      path.replace(/\{([^}]+)\}/g, (_, field: string) =>
        encodeURIComponent(field === at ? value : (right[field] ?? '1')),
      );
    for (const field of [...fields, 'unknown']) {
      for (const value of hostile) {
        if (method === 'POST') expect((await client.post(path, { [field]: value })).outcome).toBe('INPUT_INVALID');
        const isInPath = path.includes(`{${field}}`);
        const query = isInPath
          ? ''
          : `?${new URLSearchParams([
              [field, value],
              [field, value],
            ]).toString()}`;
        for (const asked of [
          fill(field, value) + query,
          `${fill(field, value)}?${field}[a][b]=${encodeURIComponent(value)}`,
        ]) {
          const { status, body } = await client.get(asked);
          expect(status, `${asked}: ${JSON.stringify(body)}`).toBeLessThan(500);
        }
      }
      await sql`DELETE FROM rate_windows`.execute(service.database.db.kysely);
    }
  },
);

test('W14 no route takes another method, and a broken address is no fault', async () => {
  for (const [method, path] of [
    ['POST', '/transactions'],
    ['PUT', '/people'],
    ['DELETE', '/books/days'],
    ['GET', '/%E0%A4%A'],
    ['GET', '//'],
  ] as const) {
    const answer = await fetch(`${service.origin}/service/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([method, path, answer.status >= 400 && answer.status < 500]).toEqual([method, path, true]);
  }
});

test('the reference names every route, that a key is needed, and no operator’s route', async () => {
  const document = (await (await fetch(`${service.origin}/service/v1/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  expect(Object.keys(document.paths).toSorted()).toEqual(
    [...new Set(serviceRoutes.map(({ path }) => path))].toSorted(),
  );
  expect(document).toMatchObject({ security: [{ key: [] }], servers: [{ url: '/service/v1' }] });
  const page = await (await fetch(`${service.origin}/service/v1/docs`)).text();
  expect(page).toContain('Testwallet service API');
  expect(await (await fetch(`${service.origin}/service/v1/docs/start.js`)).text()).toContain(
    "'/service/v1/openapi.json'",
  );
});
