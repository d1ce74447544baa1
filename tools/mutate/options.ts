import { parseArgs } from 'node:util';

export const usage = `Usage: npm run mutate-sql -- [--only TEXT …] [--without TEXT …] [--minutes N] [--lanes N] [--tally FILE] [--tests-up-to N] [--again] [--list]
  --only TEXT    mutants whose id contains TEXT: a file, a symbol or an operator; several have to fit at once
  --without TEXT mutants whose id does not contain TEXT; so for each that is given
  --minutes N    begins no further mutant after so long (default 8)
  --lanes N      so many mutants at a time, each with its own PostgreSQL (default 2)
  --tally FILE   a line for each verdict; what is in it is not judged twice (default .tern/mutate/tally.jsonl)
  --tests-up-to N  leaves out test files that take longer than N seconds; run without it later to judge the survivors by these
  --again        judges the survivors again, after a test was added
  --list         only says which mutants there are`;

export type Options = {
  readonly only: readonly string[];
  readonly without: readonly string[];
  readonly minutes: number;
  readonly lanes: number;
  readonly tally: string;
  readonly testsUpTo: number;
  readonly again: boolean;
  readonly isList: boolean;
};

/** What was asked for; undefined where it cannot be read. */
export function readOptions(args: readonly string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        without: { type: 'string', multiple: true, default: [] },
        minutes: { type: 'string', default: '8' },
        lanes: { type: 'string', default: '2' },
        tally: { type: 'string', default: '.tern/mutate/tally.jsonl' },
        'tests-up-to': { type: 'string', default: 'Infinity' },
        again: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
    });
    const [minutes, lanes, testsUpTo] = [values.minutes, values.lanes, values['tests-up-to']].map(Number) as [
      number,
      number,
      number,
    ];
    if (!(minutes > 0) || !(testsUpTo > 0) || !Number.isSafeInteger(lanes) || lanes < 1) return undefined;
    const { only, without, tally, again, list } = values;
    return { only, without, minutes, lanes, tally, testsUpTo, again, isList: list };
  } catch {
    return undefined;
  }
}
