import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@tern/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { describeTally } from './describe-tally.ts';
import { numberMutants, type Mutant } from './mutant.ts';
import { openTally, type Outcome, type Verdict } from './tally.ts';

const of = (symbol: string, fingerprint = 'abc'): Mutant =>
  numberMutants([
    {
      ...{ file: 'a.sql', symbol, operator: 'drop-lock', fingerprint, names: [], what: 'FOR UPDATE → ' },
      change: { kind: 'schema', statement: 'SELECT' },
    },
  ])[0] as Mutant;

const verdict = ({ id, fingerprint, symbol }: Mutant, outcome: Outcome): Verdict => ({
  ...{ id, fingerprint, symbol, outcome, by: 'one.db.test.ts › locks', seconds: 1, left: [] },
});

test('goes on where it was stopped, and knows nothing of a text that has changed since', async () => {
  const file = join(await makeTemporaryFolder('tern-mutate-'), 'tally.jsonl');
  openTally(file).add(verdict(of('pay'), 'survived'));
  openTally(file).add(verdict(of('pay'), 'killed'));
  const again = openTally(file);
  expect(again.find(of('pay'))?.outcome).toBe('killed');
  expect(again.find(of('pay', 'def'))).toBeUndefined();
  expect([...again.killersOf('pay')]).toEqual([['one.db.test.ts', 1]]);
  expect(again.killersOf('hold')).toEqual(new Map());
});

test('a line that was cut off when a run was killed is left out', async () => {
  const file = join(await makeTemporaryFolder('tern-mutate-'), 'tally.jsonl');
  openTally(file).add(verdict(of('pay'), 'killed'));
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"id":"a.sql ho`);
  const again = openTally(file);
  expect(again.find(of('pay'))?.outcome).toBe('killed');
  again.add(verdict(of('hold'), 'survived'));
  expect(openTally(file).find(of('hold'))?.outcome).toBe('survived');
});

test('what was judged equivalent counts as survived, and what was not decided counts as nothing', () => {
  const mutants = ['a', 'b', 'c', 'd', 'e', 'f'].map((symbol) => of(symbol));
  const outcomes: readonly (Outcome | undefined)[] = [
    'killed',
    'survived',
    'survived',
    'timed-out',
    'refused',
    undefined,
  ];
  const find = (mutant: Mutant): Verdict | undefined => {
    const outcome = outcomes[mutants.indexOf(mutant)];
    return outcome && verdict(mutant, outcome);
  };
  const judged = [{ id: 'a.sql b drop-lock 1', fingerprint: 'abc', reason: 'the row is locked already' }];
  const lines = describeTally(mutants, find, judged).split('\n');
  expect(lines[0]).toBe(
    '6 mutants: 1 killed, 2 survived (1 judged equivalent), 1 not decided in time, 1 refused by PostgreSQL, 1 not reached, 33.3 % killed',
  );
  expect(lines.slice(-2)).toEqual(['survivors that nobody has judged:', '  a.sql c drop-lock 1 [abc]: FOR UPDATE → ']);
});
