import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const minutes = 60_000;

// Goal: every case of the bench still runs, and leaves right books. Not how fast: a shared machine cannot tell that.
test(
  'the bench runs every case in its short form, and the books are right after each',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tern-bench-report-'));
    const out = join(folder, 'report.json');
    const script = new URL('../bench/run-bench.ts', import.meta.url).pathname;
    // Its own server, not the one of the tests.
    const { TERN_TEST_DATABASE_URL: _, ...env } = process.env;
    const args = [script, '--quick', '--without-ratios', '--out', out];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const report = JSON.parse(await readFile(out, 'utf8')) as {
      readonly results: readonly { readonly id: string; readonly measured: number }[];
    };
    await rm(folder, { recursive: true });
    // The case of the operators' list measures each way of finding by itself.
    expect([...new Set(report.results.map(({ id }) => id.split(' ')[0]))]).toEqual([
      'http-32',
      'http-128',
      'whole-sends-storm',
      'whole-sends-processor',
      'whole-sends-paced',
      'swap-confirmations',
      'transfers',
      'swaps-0-1',
      'swaps-10-1',
      'swaps-0-3',
      'swaps-10-3',
      'distribution',
      'reward-pool',
      'records-page',
      'transactions-page',
      'console-search',
      'liabilities',
      'catch-up',
      'catch-up-shapes',
      'held-deposits',
      'flood-send',
      'flood-login',
      'flood-health',
      'flood-balances',
    ]);
    for (const { id, measured } of report.results) expect(measured, id).toBeGreaterThan(0);
    expect(stdout).toContain('posting layer, 128 in flight');
  },
  6 * minutes,
);
