import { ratio } from '@tern/money/ratio';
import { expect, test } from 'vitest';
import { agreeOnPrice, type AgreementRules } from './agree-on-price.ts';

const rules: AgreementRules = { sourcesMin: 2, deviationMaxBasisPoints: 100n, ageMaxMs: 60_000 };
const say = (source: string, parts: bigint, ageMs = 1_000) => ({ source, price: ratio(parts, 10_000n), ageMs });

test('M10 two sources within one percent agree on what lies between them', () => {
  expect(agreeOnPrice([say('chain', 3_000n), say('ticker', 3_020n)], rules)).toMatchObject({
    outcome: 'agreed',
    price: ratio(60_200_000n, 200_000_000n),
    dissenting: [],
  });
});

test('M10 with two sources and one of them lying, the pair stops', () => {
  expect(agreeOnPrice([say('chain', 3_000n), say('ticker', 3_600n)], rules)).toEqual({
    outcome: 'stopped',
    reason: 'disagreeing',
  });
});

test('M10 with three sources and one of them lying, the other two count and the liar is named', () => {
  const agreed = agreeOnPrice([say('chain', 3_000n), say('liar', 9_000n), say('ticker', 3_010n)], rules);
  expect(agreed).toMatchObject({ outcome: 'agreed', price: ratio(3_010n, 10_000n), dissenting: ['liar'] });
  expect('agreeing' in agreed && agreed.agreeing.map(({ source }) => source)).toEqual(['chain', 'ticker']);
});

test.each([
  ['a frozen source', [say('chain', 3_000n), say('ticker', 3_000n, 60_001)], 'stale'],
  ['both down', [say('chain', 3_000n, 90_000), say('ticker', 3_000n, 90_000)], 'stale'],
  ['a source from the future', [say('chain', 3_000n), say('ticker', 3_000n, -1)], 'stale'],
  ['one source alone', [say('chain', 3_000n)], 'too-few-sources'],
  ['no source', [], 'too-few-sources'],
])('M10 %s stops the pair', (_, said, reason) => {
  expect(agreeOnPrice(said, rules)).toEqual({ outcome: 'stopped', reason });
});

test('the only source of a coin without an outside market is enough', () => {
  expect(agreeOnPrice([say('operator', 1_000n)], { ...rules, sourcesMin: 1 })).toMatchObject({
    outcome: 'agreed',
    price: ratio(1_000n, 10_000n),
    dissenting: [],
  });
});

test('exactly one percent from the median still agrees', () => {
  const near = agreeOnPrice([say('one', 10_000n), say('two', 10_000n), say('three', 10_100n)], rules);
  expect(near).toMatchObject({ outcome: 'agreed', dissenting: [] });
  const far = agreeOnPrice([say('one', 10_000n), say('two', 10_000n), say('three', 10_101n)], rules);
  expect(far).toMatchObject({ outcome: 'agreed', dissenting: ['three'] });
});
