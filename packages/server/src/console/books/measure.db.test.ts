import { systemClock } from '@tern/base/clock';
import { openDatabase } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { closeDays } from '@tern/ledger/close-days';
import { totalDays } from '@tern/ledger/total-days';
import { createTestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { test } from 'vitest';
import { exportBooks } from './export-books.ts';
import { readBooks } from './read-books.ts';
import { showStatement } from './read-statement.ts';
import { searchJournals } from './search-journals.ts';
import { showFees } from './show-fees.ts';
import { showTrialBalance } from './show-trial-balance.ts';

test('measure', { timeout: 1_200_000 }, async () => {
  const database = await createTestDatabase();
  const slow = openDatabase({ url: database.url, applicationName: 'fill', statementTimeoutMs: 0 });
  const worker = openDatabase({ url: database.workerUrl, applicationName: 'w', statementTimeoutMs: 0 });
  const n = 1_000_000;
  const t0 = performance.now();
  await transact(slow, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at) SELECT gen_random_uuid(), (30000000 + i)::text, 'C' || lpad(i::text, 7, '0'), now(), now() FROM generate_series(1, 1000) i`.execute(
      tx,
    );
    await sql`INSERT INTO wallets (id, person_id, name, address, position, is_default) SELECT gen_random_uuid(), id, 'Main', 'T' || public_id, 0, true FROM people`.execute(
      tx,
    );
    await sql`INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset) SELECT 'customer', 'customer', 'credit', true, person_id, id, 'usdt' FROM wallets`.execute(
      tx,
    );
    await sql`INSERT INTO ledger.accounts (class, code, side, guarded, asset) VALUES ('custody:deposit', 'custody:deposit', 'debit', false, 'usdt')`.execute(
      tx,
    );
    await sql`INSERT INTO ledger.journals (idempotency_key, kind, content_hash, details, created_at)
      SELECT 'k' || i, CASE WHEN i % 10 = 0 THEN 'deposit' ELSE 'internal-transfer' END, '', '{}', now() - interval '30 days' + i * interval '2.5 seconds' FROM generate_series(1, ${n}::int) i`.execute(
      tx,
    );
    await sql`INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
      SELECT j.id, 1, 'posted', CASE WHEN j.kind = 'deposit' THEN 'deposit' ELSE 'transfer' END,
       CASE WHEN j.kind = 'deposit' THEN (SELECT id FROM ledger.accounts WHERE class = 'custody:deposit') ELSE (SELECT min(id) FROM ledger.accounts) + j.id % 1000 END,
       (SELECT min(id) FROM ledger.accounts) + (j.id * 7 + 1) % 1000, 'usdt', 1 + j.id % 1000 FROM ledger.journals j WHERE (j.kind = 'deposit' OR j.id % 1000 <> (j.id * 7 + 1) % 1000) ORDER BY j.id`.execute(
      tx,
    );
    await sql`INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
      SELECT account_id, id, row_number() OVER w, amount, 1000000 + sum(amount) OVER w + 100000000, '' FROM (
        SELECT debit_account_id AS account_id, id, -amount AS amount FROM ledger.transfers UNION ALL SELECT credit_account_id, id, amount FROM ledger.transfers) e WINDOW w AS (PARTITION BY account_id ORDER BY id)`.execute(
      tx,
    );
  });
  await sql`ANALYZE`.execute(slow.kysely);
  console.log('filled', Math.round(performance.now() - t0));
  const time = async (name: string, work: () => Promise<unknown>, times = 5) => {
    const all: number[] = [];
    let out: unknown;
    for (let i = 0; i < times; i += 1) {
      const t = performance.now();
      out = await work();
      all.push(performance.now() - t);
    }
    all.sort((a, b) => a - b);
    console.log(
      name,
      'median',
      Math.round(all[Math.floor(all.length / 2)] ?? 0),
      'max',
      Math.round(all.at(-1) ?? 0),
      JSON.stringify(out)?.slice(0, 100),
    );
  };
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000 - 3_600_000);
  const db = database.asConsole;
  const assets = [{ id: 'usdt', symbol: 'USDT', name: '', decimals: 6 }] as const;
  const balance = (at?: Date) => () => readBooks(db, (b) => showTrialBalance(b, { clock: systemClock, at }));
  await time('trial balance untotalled, now', balance(), 3);
  await time('close days', () => transact(worker, closeDays), 1);
  await time('total days', () => transact(worker, (tx) => totalDays(tx, { limit: 100 })), 1);
  await time('trial balance now', balance());
  await time('trial balance 15 days ago at some hour', balance(ago(15)));
  await time('trial balance end of a day', balance(new Date(ago(15).toISOString().slice(0, 10))));
  await time('fees 30 days', () =>
    readBooks(db, (b) =>
      showFees(b, { from: ago(30).toISOString().slice(0, 10), to: ago(0).toISOString().slice(0, 10) }),
    ),
  );
  const search = (s: object) => () => readBooks(db, (b) => searchJournals(b, { search: s, assets }));
  const day = (d: number) => ago(d).toISOString().slice(0, 10);
  await time('search newest', search({}));
  await time('search key', search({ id: 'k500000' }));
  await time('search kind in a day', search({ kind: 'deposit', from: day(15), to: day(15) }));
  await time('search amount that is not there', search({ amount: '12.5' }));
  await time('search amount in a day', search({ amount: '0.0005', from: day(15), to: day(15) }));
  await time('search person', search({ person: '30000500' }));
  await time('search person in a day', search({ person: '30000500', from: day(15), to: day(15) }));
  await time('statement of a person, 30 days', () =>
    readBooks(db, (b) => showStatement(b, { person: '30000500', from: day(30), to: day(0) })),
  );
  const t = performance.now();
  let bytes = 0;
  let most = 0;
  for await (const piece of exportBooks(
    { db, clock: systemClock, assets },
    { from: day(30), to: day(0), format: 'jsonl' },
  ).lines) {
    bytes += piece.length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  console.log('export', Math.round(performance.now() - t), bytes, 'rss MB', Math.round(most / 1e6));
  await slow.close();
  await worker.close();
  await database.drop();
});
