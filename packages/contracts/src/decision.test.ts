import { expect, test } from 'vitest';
import { decisionFacts, type DecisionFacts } from './decision.ts';

const facts: DecisionFacts = {
  asset: { none: 'no-money' },
  amount: { none: 'no-money' },
  about: [{ as: 'flow', name: 'swaps' }],
  author: { by: 'operator', name: 'ada' },
  reason: { said: 'An incident' },
  earlier: { none: 'one-decides' },
  details: [],
};

test.each(Object.keys(facts))('O05 a decision cannot be put into words without %s', (name) => {
  expect(decisionFacts.safeParse(facts).success).toBe(true);
  const short = Object.fromEntries(Object.entries(facts).filter(([each]) => each !== name));
  expect(decisionFacts.safeParse(short).success).toBe(false);
});

test('O05 a decision is about somebody or something', () => {
  expect(decisionFacts.safeParse({ ...facts, about: [] }).success).toBe(false);
});
