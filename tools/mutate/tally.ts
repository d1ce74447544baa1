import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './mutant.ts';

export type Outcome = 'killed' | 'timed-out' | 'survived' | 'refused';

/** What became of one mutant; `by` is the test that killed it, or why there is no mutant. */
export type Verdict = {
  readonly id: string;
  readonly fingerprint: string;
  readonly symbol: string;
  readonly outcome: Outcome;
  readonly by: string;
  readonly seconds: number;
  /** Test files that it survived without having met, because they take long. */
  readonly left: readonly string[];
};

export type Tally = {
  /** The last verdict about this mutant, unless what it is made from has changed since. */
  readonly find: (mutant: Mutant) => Verdict | undefined;
  /** How often each test file has killed a mutant of the symbol, or any mutant. */
  readonly killersOf: (symbol?: string) => ReadonlyMap<string, number>;
  readonly add: (verdict: Verdict) => void;
};

/** A line for each verdict in `file`, so that a run goes on where the last one was stopped. */
export function openTally(file: string): Tally {
  mkdirSync(dirname(file), { recursive: true });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A run that was killed may have left a part of a line, which the next one would be added to.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(file, whole);
  const lines = whole.split('\n');
  const verdicts = new Map<string, Verdict>();
  const keep = (verdict: Verdict): void => void verdicts.set(`${verdict.id} ${verdict.fingerprint}`, verdict);
  for (const line of lines) if (line !== '') keep(JSON.parse(line) as Verdict);
  return {
    find: ({ id, fingerprint }) => verdicts.get(`${id} ${fingerprint}`),
    killersOf: (symbol) => {
      const counts = new Map<string, number>();
      for (const verdict of verdicts.values()) {
        if ((symbol !== undefined && verdict.symbol !== symbol) || verdict.outcome !== 'killed') continue;
        const [test = ''] = verdict.by.split(' › ');
        counts.set(test, (counts.get(test) ?? 0) + 1);
      }
      return counts;
    },
    add: (verdict) => {
      keep(verdict);
      appendFileSync(file, `${JSON.stringify(verdict)}\n`);
    },
  };
}
