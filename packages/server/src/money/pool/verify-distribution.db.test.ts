import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DistributionId } from '@tern/base/ids';
import { units } from '@tern/money/units';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from '../swaps/testing/swap-world.ts';
import { fundPool } from './fund-pool.ts';
import { getDistributionProof } from './get-distribution-proof.ts';
import { distributeWhole } from './testing/pool-world.ts';
import { writeDistributionFile } from './write-distribution-file.ts';
import { writeHistoriesFile } from './write-histories-file.ts';

// Goal: anybody can compute a distribution again. Method: the command that people run, which shares no code with what made
// the files, on ten distributions of a database of its own, and on files in which something was changed.

const script = new URL('../../../../../tools/verify-distribution.ts', import.meta.url).pathname;
let world: SwapWorld;
let folder: string;
let ana: Swapper;
const files: { readonly id: DistributionId; readonly text: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tern-distributions-'));
  world = await createSwapWorld();
  await fundPool(world.asConsole, { amount: units(1_000n * whole.reward + 7n), operator: 'test', key: 'pool' });
  for (let round = 0; round < 10; round += 1) files.push(await distributeOnce(round));
});
afterAll(async () => {
  await world.drop();
  await rm(folder, { recursive: true });
});

/** The first has nobody to pay; then more holders of odd amounts come, some of them swap, and one is only owed for a swap. */
async function distributeOnce(round: number): Promise<(typeof files)[number]> {
  if (round > 0) {
    ana ??= await world.person({ reward: 3n * whole.reward + 1n, usdt: 500n * whole.usdt }, 'DE');
    const other = await world.person({ reward: BigInt(round) * 333_333_333_333_333_333n }, 'FR');
    const buyer = await world.person({ usdt: 200n * whole.usdt }, 'DE');
    await world.person({ reward: whole.reward }, 'GB');
    const uncounted = await world.person({ reward: whole.reward, usdt: 200n * whole.usdt }, 'DE');
    await world.sayPrices();
    await world.swap(ana, await world.quote(ana, { assetOut: 'usdt', assetIn: 'reward', amount: `${round}.5` }));
    await world.swap(uncounted, await world.quote(uncounted, { assetOut: 'usdt', assetIn: 'trx', amount: '11' }));
    await sql`INSERT INTO declared_countries (person_id, country) VALUES (${uncounted.personId}, 'GB')`.execute(
      world.db.kysely,
    );
    await world.swap(buyer, await world.quote(buyer, { assetOut: 'usdt', assetIn: 'trx', amount: '17' }));
    if (round % 3 === 0) await fundPool(world.asConsole, { amount: units(1n), operator: 'test', key: other.personId });
  }
  await letHoursPass(world.db, 24);
  await distributeWhole(world);
  const { rows } = await sql<{ id: DistributionId }>`
    SELECT id FROM distributions ORDER BY ends_at DESC LIMIT 1`.execute(world.db.kysely);
  const id = rows[0]?.id as DistributionId;
  let text = '';
  for await (const part of writeDistributionFile(world.db.kysely, id)) text += part;
  return { id, text };
}

type Answer = { readonly code: number; readonly said: readonly string[] };

async function verify(texts: readonly string[], ...options: readonly string[]): Promise<Answer> {
  const paths = await Promise.all(
    texts.map(async (text, index) => {
      const path = join(folder, `${index + 1}.jsonl`);
      await writeFile(path, text);
      return path;
    }),
  );
  const { stdout, code } = await promisify(execFile)(process.execPath, [script, ...paths, ...options]).then(
    ({ stdout: said }) => ({ stdout: said, code: 0 }),
    (error: { readonly stdout: string; readonly code: number }) => error,
  );
  return {
    code,
    said: stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(`${folder}/`, '')),
  };
}

const last = (): string => files.at(-1)?.text ?? '';

test('H09 M14 ten distributions computed by the second implementation are the published ones to the unit', async () => {
  const { code, said } = await verify(files.map(({ text }) => text));
  expect(said).toHaveLength(10);
  for (const line of said) expect(line).toMatch(/^\d+\.jsonl: right\. /);
  expect(said[0]).toContain('among 0 holders, 0 lines');
  expect(Number(/among (\d+) holders/.exec(said[9] ?? '')?.[1])).toBeGreaterThan(15);
  expect(code).toBe(0);
});

/** A published file with something else in one of its lines; the head is line 0. */
const change = (at: number, from: RegExp, to: (found: string) => string) => (text: string) =>
  text
    .split('\n')
    .map((line, index) => (index === at ? line.replace(from, to) : line))
    .join('\n');
const swapLines = (text: string): string => {
  const [head = '', one = '', two = '', ...rest] = text.split('\n');
  return [head, two, one, ...rest].join('\n');
};
const more = (found: string): string => String(BigInt(found) + 1n);

test.each<readonly [string, (text: string) => string, RegExp]>([
  ['a reward one unit off', change(2, /(?<="reward":")\d+/, more), /reward of line 2: published \d+, computed \d+/],
  ['a weight one unit off', change(3, /(?<="weight":")\d+/, more), /total weight: published \d+, computed \d+/],
  ['a swap reward one unit off', change(1, /(?<="swapReward":")\d+/, more), /swap rewards: published/],
  ['a person missing', (text) => text.split('\n').toSpliced(4, 1).join('\n'), /holders: published \d+, computed \d+/],
  ['two lines swapped', swapLines, /^1\.jsonl: root: published/],
  [
    'another root',
    change(0, /(?<="root":")../, (found) => (found === '00' ? '11' : '00')),
    /^1\.jsonl: root: published/,
  ],
  ['a larger share', change(0, /(?<="distributed":")\d+/, more), /distributed: published/],
  ['another remainder', change(0, /(?<="remainder":")\d+/, more), /remainder: published/],
  ['another pseudonym', change(2, /(?<="pseudonym":")./, (found) => (found === '0' ? '1' : '0')), /root: published/],
  ['a number written another way', change(2, /(?<="weight":")/, () => '0'), /weight is no whole number/],
  ['another formula', change(0, /(?<="formulaVersion":)1/, () => '2'), /formula version 2 is not known/],
])('H09 the second implementation finds %s', async (_, plant, finding) => {
  const planted = plant(last());
  expect(planted).not.toBe(last());
  const { code, said } = await verify([planted]);
  expect(code).toBe(1);
  expect(
    said.some((line) => finding.test(line)),
    said.join('\n'),
  ).toBe(true);
});

test('H09 a person’s own lines and paths are found in the file, and no others', async () => {
  const { id, text } = files.at(-1) ?? { id: '' as DistributionId, text: '' };
  const proof = await getDistributionProof(world.db.kysely, { personId: ana.personId, id });
  const path = join(folder, 'proof.json');
  await writeFile(path, JSON.stringify(proof));
  expect(await verify([text], '--proof', path)).toMatchObject({ code: 0, said: [expect.stringContaining('1 paths')] });

  const [share] = proof.shares;
  await writeFile(path, JSON.stringify({ ...proof, shares: [{ ...share, reward: '1' }] }));
  expect((await verify([text], '--proof', path)).said).toEqual([
    `1.jsonl: line ${share?.number} of the file is another one`,
  ]);
  await writeFile(path, JSON.stringify({ ...proof, shares: [{ ...share, path: share?.path.slice(1) }] }));
  expect((await verify([text], '--proof', path)).said).toEqual([
    `1.jsonl: the path of line ${share?.number} is another one`,
    `1.jsonl: the path of line ${share?.number} does not lead to the root`,
  ]);
});

test.each<readonly [string, (text: string) => string, RegExp]>([
  ['a balance changed', change(0, /(?<="balance":")\d+/, more), /transfer \d+ leaves \d+, not \d+, in line/],
  ['an amount changed', change(0, /(?<="amount":")\d+/, more), /the balances come to the weight \d+, not \d+/],
  ['another opening balance', change(0, /(?<="opening":")\d+/, more), /the balances come to the weight/],
  [
    'a moment later',
    change(0, /(?<="at":"[^"]*)\d(?=Z","amount)/, (found) => String((Number(found) + 1) % 10)),
    /the weight/,
  ],
  ['a swap reward changed', change(0, /(?<="swaps":\[.*"reward":")\d+/, more), /the swaps of line \d+ come to/],
])('H10 the second implementation finds %s in what a person was given', async (_, plant, finding) => {
  const { id, text } = files.at(-1) ?? { id: '' as DistributionId, text: '' };
  const proof = JSON.stringify(await getDistributionProof(world.db.kysely, { personId: ana.personId, id }));
  const planted = plant(proof);
  expect(planted).not.toBe(proof);
  const path = join(folder, 'planted.json');
  await writeFile(path, planted);
  const { code, said } = await verify([text], '--proof', path);
  expect(code).toBe(1);
  expect(said.join('\n')).toMatch(finding);
});

/** The newest distribution's file for an auditor, changed, in which the second implementation looks. */
async function verifyHistories(plant: (text: string) => string): Promise<Answer> {
  const { id, text } = files.at(-1) ?? { id: '' as DistributionId, text: '' };
  let histories = '';
  for await (const part of writeHistoriesFile((work) => work(world.db.kysely), id)) histories += part;
  const planted = plant(histories);
  const path = join(folder, 'histories.jsonl');
  await writeFile(path, planted);
  expect(planted).not.toContain(ana.personId);
  expect(planted).not.toContain(ana.walletId);
  return await verify([text], '--histories', path);
}

test('H10 an auditor computes everybody’s weight and swap reward from balances and swaps', async () => {
  const { code, said } = await verifyHistories((text) => text);
  expect(said).toEqual([
    expect.stringMatching(/: right\. .* (\d+) lines, [1-9]\d* of them for swaps alone, 0 paths, \1 histories/),
  ]);
  expect(code).toBe(0);
});

test.each<readonly [string, (text: string) => string, RegExp]>([
  ['a history left out', (text) => text.split('\n').toSpliced(3, 1).join('\n'), /[0-9a-f-]{36} has no history/],
  ['a history twice', (text) => text + (text.split('\n')[3] ?? ''), /is of no line, or of one that had one/],
  ['an opening balance', change(2, /(?<="opening":")\d+/, more), /come to the weight \d+, not \d+, in history 2/],
  [
    'a swap’s reward',
    (text: string) => text.replace(/(?<="swaps":\[\{[^\]]*"reward":")\d+/, more),
    /the swaps come to \d+, not \d+, in history \d+/,
  ],
  [
    'another distribution',
    change(0, /(?<="root":")../, (found) => (found === '00' ? '11' : '00')),
    /another distribution/,
  ],
])('H10 the second implementation finds %s in the histories', async (_, plant, finding) => {
  const { code, said } = await verifyHistories(plant);
  expect(code).toBe(1);
  expect(said.join('\n')).toMatch(finding);
});
