import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { withClient } from '@tern/testkit/template-database';
import { asksForHelp } from '../command-line/read-arguments.ts';
import { describeTally } from './describe-tally.ts';
import { isJudged, judgedEquivalent } from './judged.ts';
import { openLane, type Lane } from './lane.ts';
import { numberMutants, type Mutant } from './mutant.ts';
import { readOptions, usage, type Options } from './options.ts';
import { orderTests } from './order-tests.ts';
import { listSchemaMutants } from './schema-subjects.ts';
import { callersOf, testSelector } from './select-tests.ts';
import { listSourceMutants } from './source-subjects.ts';
import { openTally, type Verdict } from './tally.ts';
import { timeTests, type Measured } from './time-tests.ts';

// `npm run mutate-sql`: makes one fault after another in the SQL of the product and looks whether a test fails. It goes on
// where it was stopped, and stops by itself after some minutes.
const root = join(import.meta.dirname, '../..');
if (asksForHelp(process.argv.slice(2))) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const limitMaxMs = 60 * 60_000;
const options = readOptions(process.argv.slice(2));
if (options === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tally = openTally(options.tally);
const testsOf = testSelector(root);
const lanes: Lane[] = [];
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    say('stopping after the mutants under way …');
  });
}
try {
  for (let at = 0; at < options.lanes; at += 1) lanes.push(await openLane(root, join(root, `.tern/mutate/lane-${at}`)));
  const mutants = await listMutants(lanes);
  const { only, without } = options;
  const chosen = mutants.filter(
    ({ id }) => only.every((text) => id.includes(text)) && !without.some((text) => id.includes(text)),
  );
  if (options.isList) for (const { id, what } of chosen) say(`${id}: ${what}`);
  else await judgeAll(chosen, options);
  say(describeTally(chosen, tally.find, judgedEquivalent));
} finally {
  for (const lane of lanes) await lane.stop();
}

async function listMutants([lane]: readonly Lane[]): Promise<readonly Mutant[]> {
  if (lane === undefined) return [];
  const inSchema = await withClient(lane.pristineUrl, listSchemaMutants);
  return numberMutants([...inSchema, ...listSourceMutants(root)]);
}

/** In an order that has nothing to do with what they are: the part that was judged so far speaks for the rest. */
async function judgeAll(
  chosen: readonly Mutant[],
  { again, minutes, testsUpTo }: Pick<Options, 'again' | 'minutes' | 'testsUpTo'>,
): Promise<void> {
  const open = chosen.filter((mutant) => isOpen(mutant, { again, testsUpTo }));
  const queue = open.toSorted((one, other) => (shuffled(one) < shuffled(other) ? -1 : 1));
  const [lane] = lanes;
  if (lane === undefined) return;
  const files = [...new Set(chosen.flatMap(testsOf))];
  const measured = await timeTests(root, { lane, files, keptIn: join(root, '.tern/mutate/tests.json'), say });
  const endAtMs = Date.now() + minutes * 60_000;
  let done = 0;
  const work = async (lane: Lane): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined && !isInterrupted && Date.now() < endAtMs;) {
      const verdict = await judge(lane, mutant, { measured, testsUpTo });
      done += 1;
      if (verdict !== undefined) tally.add(verdict);
      const { outcome, seconds, by } = verdict ?? { outcome: 'left for later', seconds: 0, by: 'no test so quick' };
      say(`${done} of ${open.length} ${outcome}: ${mutant.id}: ${mutant.what} (${seconds} s, ${by})`);
      mutant = queue.shift();
    }
  };
  await Promise.all(lanes.map(work));
}

function shuffled({ id }: Mutant): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Whether nothing is certain of it; or it survived, and there are tests that it has not met. */
function isOpen(mutant: Mutant, { again, testsUpTo }: Pick<Options, 'again' | 'testsUpTo'>): boolean {
  const known = tally.find(mutant);
  if (known === undefined || known.outcome === 'timed-out') return true;
  if (known.outcome !== 'survived') return false;
  return again || (known.left.length > 0 && testsUpTo === Infinity);
}

type Tests = { readonly measured: ReadonlyMap<string, Measured>; readonly testsUpTo: number };

/** Undefined where all tests of the mutant are among those to be left out. */
async function judge(lane: Lane, mutant: Mutant, { measured, testsUpTo }: Tests): Promise<Verdict | undefined> {
  const { id, fingerprint, symbol } = mutant;
  // It counts as survived, and would meet every test.
  if (isJudged(mutant, judgedEquivalent))
    return { id, fingerprint, symbol, outcome: 'survived', by: 'judged equivalent', seconds: 0, left: [] };
  const secondsOf = (file: string): number => measured.get(file)?.seconds ?? 0;
  const known = options?.again === true ? undefined : tally.find(mutant);
  const all =
    known === undefined || known.left.length === 0 ? callersOf(mutant, testsOf(mutant), measured) : known.left;
  const files = orderTests(
    all.filter((file) => secondsOf(file) <= testsUpTo),
    { secondsOf, killsOfSymbol: tally.killersOf(symbol), killsOfAll: tally.killersOf() },
  );
  if (files.length === 0) return undefined;
  const usual = files.reduce((sum, file) => sum + secondsOf(file), 0);
  const startedMs = Date.now();
  const run = await lane.run(mutant, { files, limitMs: Math.min(60_000 + 3_000 * usual, limitMaxMs) });
  const rest = { seconds: Math.round((Date.now() - startedMs) / 100) / 10, id, fingerprint, symbol, left: [] };
  if (run.outcome === 'failed') return { ...rest, outcome: 'killed', by: run.by };
  if (run.outcome === 'refused') return { ...rest, outcome: 'refused', by: run.why };
  if (run.outcome === 'timed-out') return { ...rest, outcome: 'timed-out', by: run.by };
  const left = all.filter((file) => !files.includes(file));
  return { ...rest, outcome: 'survived', by: `${files.length} test files, ${left.length} left out`, left };
}
