import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateName } from '@tern/testkit/template-database';
import type { Lane } from './lane.ts';

const limitMs = 10 * 60_000;

/** What a test file does without a mutant: how long it takes, and which functions of PL/pgSQL it called. */
export type Measured = { readonly seconds: number; readonly calls: readonly string[] };

/**
 * Runs each test file without a mutant, and keeps what it did for as long as neither it nor the migrations change. Throws where
 * one of them fails: it could tell nothing. One that a busy machine is too slow for counts as endless, and is measured again next time.
 */
export async function timeTests(
  root: string,
  {
    lane,
    files,
    keptIn,
    say,
  }: {
    readonly lane: Lane;
    readonly files: readonly string[];
    readonly keptIn: string;
    readonly say: (line: string) => void;
  },
): Promise<ReadonlyMap<string, Measured>> {
  const template = await templateName();
  const kept = existsSync(keptIn) ? (JSON.parse(readFileSync(keptIn, 'utf8')) as Record<string, Measured>) : {};
  const measured = new Map<string, Measured>();
  for (const file of files) {
    const key = `${file} ${createHash('sha256')
      .update(template)
      .update(readFileSync(join(root, file)))
      .digest('hex')}`;
    if (kept[key] === undefined) {
      const run = await lane.measure(file, limitMs);
      if (run.outcome === 'failed') throw new Error(`without a mutant: ${JSON.stringify(run)}`);
      if (run.outcome === 'timed-out') {
        say(`without a mutant: ${run.by} ended by a time limit`);
        measured.set(file, { seconds: Infinity, calls: run.calls });
        continue;
      }
      kept[key] = { seconds: run.seconds[0]?.[1] ?? 0, calls: run.calls };
      say(`without a mutant: ${file} took ${kept[key].seconds.toFixed(1)} s and called ${run.calls.length} functions`);
      writeFileSync(keptIn, JSON.stringify(kept));
    }
    measured.set(file, kept[key]);
  }
  return measured;
}
