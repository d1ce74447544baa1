import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Flows of half a minute and more, the longest first: whichever begins last keeps one core waiting for the other. */
const longest = [
  'rolling-upgrade',
  'compromised-hot-key',
  'bench',
  'production',
  'failing-parts',
  'kill',
  'one-command',
  'rewards',
  'faults',
  'parts',
  'restore',
  'prices',
  'treasury',
  'restore-treasury',
  'one-process-wrong',
];

/** The order of vitest itself goes by the size of a file where it has not seen it run, as on a new machine. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/tests/flows/${name}.flow.test.ts`));
  return place === -1 ? longest.length : place;
}
