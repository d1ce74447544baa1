import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Goal: no statement can reach a row of another person by its id. Method: every source that runs on a server, for statements about
// these tables that are not made of `ownRow` or `ownRows`. Those that are about all people at once are listed with their reason.

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const tables = 'address_book_entries|price_alerts|swaps|wallet_connections';
/** Each way to name one of the tables in a statement, writing new rows aside. */
const direct = new RegExp(
  `\\b(?:FROM|UPDATE|JOIN|USING)\\s+"?(?:${tables})\\b|\\b(?:selectFrom|deleteFrom|updateTable|[a-z]+Join)\\(\\s*['"\`](?:${tables})\\b`,
  'g',
);

/** Statements about everybody, which no id of a request reaches. */
const aboutEverybody: Readonly<Record<string, { readonly statements: number; readonly why: string }>> = {
  'packages/server/src/people/address-book/address-book-store.ts': {
    statements: 1,
    why: 'pairs of sender and receiver, joined by both',
  },
  'packages/server/src/people/price-alerts/price-alert-store.ts': {
    statements: 2,
    why: 'one statement marks what a price has reached, for everybody',
  },
  'packages/server/src/people/wallet-connections/connection-store.ts': {
    statements: 12,
    why: 'the metrics count all; the worker takes what comes for a mailbox and what has expired, and changes rows that the same transaction has locked',
  },
  'packages/server/src/people/wallet-connections/request-store.ts': {
    statements: 5,
    why: 'requests of connections that the same statement takes by their person, or by a connection that is locked; the worker takes all texts that were agreed to',
  },
  'packages/server/src/people/secret-rotation/secret-rotation-store.ts': {
    statements: 1,
    why: 'all connections are counted after a rotation',
  },
  'packages/server/src/people/sessions/end-everybodys-sessions.ts': {
    statements: 1,
    why: 'two administrators end the connections of everybody',
  },
  'packages/server/src/people/accounts/end-connections.ts': {
    statements: 1,
    why: 'all connections of a person, by the person',
  },
  'packages/server/src/money/swaps/swap-store.ts': {
    statements: 1,
    why: 'a distribution marks what it pays, by wallets',
  },
  'packages/server/src/money/pool/distribution-store.ts': {
    statements: 1,
    why: 'a distribution sums what it owes to everybody',
  },
  'packages/server/src/money/pool/pool-store.ts': {
    statements: 2,
    why: 'swaps of wallets that the same statement, or the one before it, takes by their person; for an auditor, of all',
  },
  'packages/server/src/console/home/activity-store.ts': {
    statements: 1,
    why: 'operators see how many there are in a day, and nobody whose',
  },
  'packages/server/src/console/transactions/journal-store.ts': {
    statements: 1,
    why: 'operators see the journals of whose swap they look at',
  },
  'packages/server/src/console/transactions/search-store.ts': {
    statements: 1,
    why: 'operators find whose swap an id names',
  },
  'packages/server/src/house/invariants/replay-checks.ts': {
    statements: 2,
    why: 'the books are checked for everybody',
  },
  'packages/server/src/house/invariants/reward-checks.ts': {
    statements: 4,
    why: 'the books are checked for everybody',
  },
};

const find = (source: string): number => [...source.matchAll(direct)].length;

test('M08 no statement reaches an entry of an address book, a price alert, a swap or a connection without saying whose it is', () => {
  const found = globSync('{packages,services}/**/src/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] })
    .filter((path) => !/\.test\.ts$|\/testing\/|^packages\/(?:testkit|db)\//.test(path))
    .map((path) => [path, find(readFileSync(`${root}${path}`, 'utf8'))] as const)
    .filter(([, statements]) => statements > 0);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(aboutEverybody).map(([path, { statements }]) => [path, statements])),
  );
});

test('each way to leave the person out is found', () => {
  for (const planted of [
    'DELETE FROM address_book_entries WHERE id = ${id}',
    'SELECT * FROM swaps s WHERE id = ${id}',
    'UPDATE "swaps" SET reward = 0',
    "db.selectFrom('swaps').selectAll()",
    "tx.deleteFrom('address_book_entries')",
    'FROM records r\n JOIN swaps s ON s.record_id = r.id',
  ])
    expect(find(planted)).toBe(1);
});
