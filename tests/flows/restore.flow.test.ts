import { pbkdf2Sync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DistributionView } from '@tern/contracts/routes/pool';
import type { SwapView } from '@tern/contracts/routes/swaps';
import { backUpCluster } from '@tern/local-postgres/back-up-cluster';
import { restoreCluster } from '@tern/local-postgres/restore-cluster';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { swapRewardTokens } from '@tern/testkit/system/swap';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: after a disaster nothing is paid twice and the books are exact. Method: the whole system, the real commands and
// files; payments are made after the backup, then database and signer both come back from it.
const usdt = 1_000_000n;
const paymentsOf = Number(process.env['RESTORE_PAYMENTS'] ?? '5');
/** A forgotten signature may be included for so long; the signer waits until it cannot any more. */
const quarantineMs = 21 * 60_000;

let system: System;
let ana: Person;
let backup = '';
let backups = 0;

beforeAll(async () => {
  system = await startSystem({ blocks: 'on-demand' });
  ana = await system.register('email');
  await ana.setFactors();
  await system.chain.give(ana.wallet.address, 'usdt', 4_000n * usdt);
  await mineUntil(system.chain, 'the top-up', async () => (await ana.available('usdt')) > 0n);
});
afterAll(() => system.stop());

type Payment = { readonly record: string; readonly to: string; readonly amount: bigint };

async function pay(amount: number): Promise<Payment> {
  const to = freshAddress();
  const { id } = await ana.send({ to, assetId: 'usdt', amount: String(amount) });
  return { record: id, to, amount: BigInt(amount) * usdt };
}

async function payMany(): Promise<readonly Payment[]> {
  const payments: Payment[] = [];
  for (let at = 0; at < paymentsOf; at += 1) payments.push(await pay(20 + at));
  return payments;
}

const settled = (payments: readonly Payment[]) =>
  mineUntil(
    system.chain,
    'all payments',
    async () => {
      await system.skipWaits();
      const records = await Promise.all(payments.map(({ record }) => ana.record(record)));
      return records.every(({ status }) => status === 'success');
    },
    180_000,
  );

async function expectPaidOnce(payments: readonly Payment[]): Promise<void> {
  for (const { to, amount } of payments) expect(await solidBalance(system, to, 'usdt')).toBe(amount);
  expect(await system.findContradictions()).toEqual([]);
}

async function backUp(): Promise<void> {
  backups += 1;
  backup = join(system.dataDir, `backup-${backups}`);
  await system.whileDatabaseRuns(({ dataDir, url }) => backUpCluster({ dataDir, url, to: join(backup, 'database') }));
  expect(system.signer(['back-up', join(backup, 'signer')])).toMatchObject({ code: 0 });
}

/** Everything stops; database and signer come back from the backup; everything starts again. */
async function restore(upTo: 'latest' | 'backup'): Promise<void> {
  for (const name of ['api', 'worker', 'signer'] as const) {
    if (system.processes.isRunning(name)) await system.processes.kill(name);
  }
  await system.whileDatabaseStops(async (dataDir) => {
    await restoreCluster({ dataDir, from: join(backup, 'database'), upTo });
  });
  const restored = system.signer(['restore', join(backup, 'signer')]);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('quarantine') });
  for (const name of ['signer', 'worker', 'api'] as const) await system.processes.start(name);
}

/** Chain time passes until no forgotten signature can be included any more, and the worker has read all of it back. */
async function passQuarantine(): Promise<void> {
  await system.chain.passTime(quarantineMs);
  await system.chain.mine(30);
}

/** What people were answered and could see: it has to be the same afterwards, to the unit. */
async function readAcknowledged(): Promise<unknown> {
  const [overview, records, swaps, pool] = await Promise.all([
    ana.overview(),
    ana.records(),
    ana.api.get<{ readonly swaps: readonly SwapView[] }>('/swaps?limit=100'),
    ana.api.get<{ readonly distributions: readonly DistributionView[] }>('/pool/distributions'),
  ]);
  expect([swaps.swaps.length, pool.distributions.length > 0]).toEqual([1, true]);
  const { rows } = await sql`SELECT id, root, distributed, remainder, state FROM distributions`.execute(
    system.db.kysely,
  );
  // Prices go on meanwhile.
  const balances = overview.balances.map(({ assetId, available, held }) => ({ assetId, available, held }));
  return { balances, records, swaps, pool, rows };
}

test('M36 F-B1 payments, a swap and a distribution made after the backup are known from the log: none is made again, and sending goes on', async () => {
  await backUp();
  const made = await payMany();
  await settled(made);
  await swapRewardTokens(ana, '100');
  await system.processes.kill('worker');
  await letHoursPass(system.db, 24);
  await system.processes.start('worker');
  await until('a distribution', async () => {
    const { rows } = await sql`SELECT FROM distributions WHERE state = 'closed' AND holders > 0`.execute(
      system.db.kysely,
    );
    return rows.length === 1;
  });
  const before = await readAcknowledged();
  await restore('latest');
  expect(await readAcknowledged()).toEqual(before);
  const waiting = await pay(77);
  await system.chain.mine(25);
  expect(await solidBalance(system, waiting.to, 'usdt')).toBe(0n);
  // Its person is told what is true: it is under way, and not in any block.
  expect(await ana.record(waiting.record)).toMatchObject({ status: 'withdrawing', confirmations: null });
  await passQuarantine();
  await settled([waiting]);
  await expectPaidOnce([...made, waiting]);
});

test('M36 F-B1 payments of which neither database nor signer remembers anything are found on the chain and settled', async () => {
  await system.processes.kill('worker');
  const approved = await payMany();
  await backUp();
  await system.processes.start('worker');
  await settled(approved);
  await restore('backup');
  // As far as anybody remembers, none of them was ever signed.
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::int AS open FROM withdrawals WHERE state = 'approved'`.execute(system.db.kysely);
  expect(rows[0]?.open).toBe(paymentsOf);
  await passQuarantine();
  await settled(approved);
  await expectPaidOnce(approved);
});

test('K01 no key of the house is readable in database, log, backup or surroundings of any process', async () => {
  const words = (await readFile(join(system.dataDir, 'signer', 'recovery-words.txt'), 'utf8')).trim();
  const accounts = ["1'/0/0", "2'/0/0", "0'/0/0", "0'/0/1"].map(
    (path) => TronWeb.fromMnemonic(words, `m/44'/195'/${path}`) as Account,
  );
  const entropy = accounts[0]?.mnemonic?.entropy ?? '';
  const root = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512').toString('hex');
  const secrets = [...accounts.map(({ privateKey }) => privateKey), entropy, root];
  const forms = [
    Buffer.from(words),
    ...secrets.flatMap((text) => {
      const hex = text.replace(/^0x/, '');
      expect(hex.length).toBeGreaterThanOrEqual(64);
      const raw = Buffer.from(hex, 'hex');
      return [raw, Buffer.from(hex), Buffer.from(hex.toUpperCase()), Buffer.from(raw.toString('base64').slice(0, 42))];
    }),
  ];
  const searched = await searchFiles(system.dataDir, forms);
  // The one place where the words wait to be written on paper: so the search does find what is there.
  expect(searched.found).toEqual(['signer/recovery-words.txt']);
  expect(searched.files).toBeGreaterThan(500);
  for (const { pid } of await listProcesses()) {
    for (const facts of ['environ', 'cmdline']) {
      const text = await readFile(`/proc/${pid}/${facts}`);
      expect(forms.some((form) => text.includes(form))).toBe(false);
    }
  }
});

type Account = { readonly privateKey: string; readonly mnemonic: { readonly entropy: string } | null };

async function searchFiles(
  folder: string,
  forms: readonly Buffer[],
): Promise<{ readonly files: number; readonly found: readonly string[] }> {
  const found: string[] = [];
  let files = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (forms.some((form) => bytes.includes(form))) found.push(path.slice(folder.length + 1));
  }
  return { files, found };
}

/** The processes of this system, as its launcher would write them down. */
async function listProcesses(): Promise<readonly { readonly pid: number }[]> {
  const text = await readFile(join(system.dataDir, 'launcher.json'), 'utf8');
  return (JSON.parse(text) as { readonly processes: readonly { readonly pid: number }[] }).processes;
}
