import { readFileSync, writeFileSync } from 'node:fs';
import { openPostingLane } from '@tern/ledger/posting-lane';
import { sql } from 'kysely';
import { withBooks } from './bench.ts';
import { startBenchCluster } from './cluster.ts';
import { drive } from './load.ts';
import { nextPosting, openSwaps, openTransfers } from './postings.ts';
import { readProcessorTime, between } from './processor.ts';

const rounds = Number(process.argv[2] ?? 20), seconds = Number(process.argv[3] ?? 4);
const bodies = { before: readFileSync('/tmp/post_journals-before.sql', 'utf8'), steps: readFileSync('packages/ledger/sql/post_journals.sql', 'utf8') };
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
const cluster = await startBenchCluster();
const out: unknown[] = [];
try {
  for (const [name, inFlight] of [['transfers', 128], ['swaps', 128], ['transfers', 8], ['transfers', 1]] as const)
    await withBooks(async (database) => {
      const workload = name === 'transfers' ? await openTransfers(database, 10000) : await openSwaps(database, 10000, 0);
      const lane = openPostingLane(database.asApi);
      const { rows } = await sql<{ f: string }>`SELECT current_setting('data_directory') || '/postmaster.pid' AS f`.execute(database.db.kysely);
      const pid = Number(readFileSync(rows[0]!.f, 'utf8').split('\n')[0]);
      const one = async (arm: 'before' | 'steps') => {
        await sql.raw(bodies[arm]).execute(database.db.kysely);
        await drive({ inFlight, seconds: 0.5 }, () => lane.post(nextPosting(workload)));
        const from = readProcessorTime(pid)!;
        const rate = await drive({ inFlight, seconds }, () => lane.post(nextPosting(workload)));
        const used = between(from, readProcessorTime(pid)!);
        return { rate, cpu: used.database / (rate * seconds) };
      };
      await one('before'); await one('steps');
      const pairs: { b: { rate: number; cpu: number }; s: { rate: number; cpu: number } }[] = [];
      for (let i = 0; i < rounds; i++) {
        if (i % 2) { const s = await one('steps'); const b = await one('before'); pairs.push({ b, s }); }
        else { const b = await one('before'); const s = await one('steps'); pairs.push({ b, s }); }
        const p = pairs.at(-1)!;
        console.log(name, inFlight, i, p.b.rate.toFixed(0), p.s.rate.toFixed(0), (p.s.rate / p.b.rate).toFixed(3), 'cpu', (p.s.cpu / p.b.cpu).toFixed(3));
      }
      const r = pairs.map((p) => p.s.rate / p.b.rate), c = pairs.map((p) => p.s.cpu / p.b.cpu);
      const sorted = r.toSorted((a, b) => a - b);
      const row = { name, inFlight, rate: median(r), low: sorted[Math.floor(rounds / 4)], high: sorted[Math.floor(rounds * 3 / 4)], cpu: median(c), before: median(pairs.map((p) => p.b.rate)), steps: median(pairs.map((p) => p.s.rate)), cpuBefore: median(pairs.map((p) => p.b.cpu)), cpuSteps: median(pairs.map((p) => p.s.cpu)) };
      out.push(row); console.log(JSON.stringify(row));
    });
} finally { await cluster.stop(); }
writeFileSync('/tmp/notes/steps51.json', JSON.stringify(out, null, 1));
