import { keepTests, type ChosenTests } from './select-tests.ts';
import { turnsInAll, type SlowTest } from './slow-tests.ts';

/** The files of a tier that run, and those that wait for one of the next commits. */
export type TestsInTurn = ChosenTests & { readonly resting: readonly string[] };

/**
 * Which of all tests run after so many commits: those that are not slow, the slow ones whose turn it is, and the slow ones among
 * `touched`, which the commit can break.
 */
export function testsInTurn(
  tests: readonly ChosenTests[],
  slow: Readonly<Record<string, SlowTest>>,
  { commits, touched }: { readonly commits: number; readonly touched: ReadonlySet<string> },
): readonly TestsInTurn[] {
  const isResting = (file: string): boolean => {
    const turn = slow[file]?.turn;
    return turn !== undefined && turn !== commits % turnsInAll && !touched.has(file);
  };
  return keepTests(tests, (file) => !isResting(file)).map((kept) => ({
    ...kept,
    resting: tests.filter(({ tier }) => tier === kept.tier).flatMap(({ files }) => files.filter(isResting)),
  }));
}

/** Said at the start of a run: how much of what runs this time, and how to run all of it. */
export function describeTurn(parts: readonly TestsInTurn[], commits: number): string {
  const shares = parts.map(
    ({ tier, files, resting }) => `${tier.name} ${files.length} of ${files.length + resting.length}`,
  );
  return [
    `Turn ${(commits % turnsInAll) + 1} of ${turnsInAll}: slow tests take turns, and so do the scenes.`,
    `Test files this time: ${shares.join(', ')}; a third of the scenes. The others run with the next two commits.`,
    'Everything: npm test -- --all',
  ].join('\n');
}
