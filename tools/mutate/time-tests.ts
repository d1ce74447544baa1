import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateName } from '@tern/testkit/template-database';
import type { Lane } from './lane.ts';

const limitMs = 30 * 60_000;

/**
 * How many seconds each test file takes without a mutant, kept for as long as neither they nor the migrations change. Throws
 * where one of them fails: it could tell nothing.
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
): Promise<ReadonlyMap<string, number>> {
  if (files.length === 0) return new Map();
  const hash = createHash('sha256').update(await templateName());
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  const of = hash.digest('hex');
  const kept = existsSync(keptIn)
    ? (JSON.parse(readFileSync(keptIn, 'utf8')) as { readonly of: string; readonly seconds: Record<string, number> })
    : undefined;
  if (kept?.of === of) return new Map(Object.entries(kept.seconds));
  say(`without a mutant: ${files.length} test files …`);
  const run = await lane.run(undefined, { files, limitMs });
  if (run.outcome !== 'passed') throw new Error(`without a mutant: ${JSON.stringify(run)}`);
  writeFileSync(keptIn, JSON.stringify({ of, seconds: Object.fromEntries(run.seconds) }));
  return run.seconds;
}
