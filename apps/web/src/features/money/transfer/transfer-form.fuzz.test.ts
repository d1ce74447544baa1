import { units } from '@tern/money/units';
import fc from 'fast-check';
import { test } from 'vitest';
import { findMaximum, readAmount, splitAmount, type Terms } from './transfer-form.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 24n });
const anyTerms = fc
  .record({ available: amount, minimum: amount, maximum: amount, daily: amount, fee: amount })
  .chain((facts) =>
    fc.record({
      facts: fc.constant(facts),
      feeFrom: fc.constantFrom('balance' as const, 'amount' as const),
      isOwnMove: fc.boolean(),
      level: fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n }), { nil: undefined }),
    }),
  )
  .map(({ facts, feeFrom, isOwnMove, level }): Terms => ({
    option: {
      assetId: 'reward',
      available: `${facts.available}`,
      minimum: `${facts.minimum}`,
      maximum: `${facts.maximum}`,
      dailyRemaining: `${facts.daily}`,
      levelRemaining: null,
      reviewFrom: '0',
      networks: ['tron'],
      sendable: true,
    },
    decimals: 18,
    feeFrom,
    fee: units(facts.fee),
    isOwnMove,
    level: level === undefined ? undefined : { remaining: units(level), moreAt: null },
  }));

test('the most there is never leaves more than the balance nor gives more than the limits', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const most = findMaximum(terms);
      const { receives, leaves } = splitAmount(most, terms);
      const isCovered = most === 0n || leaves <= BigInt(terms.option.available) || terms.feeFrom === 'amount';
      const least = terms.level?.remaining ?? BigInt(terms.option.maximum);
      const isWithin = terms.isOwnMove || (receives <= BigInt(terms.option.maximum) && receives <= least);
      return isCovered && isWithin;
    }),
  );
});

test('the most there is has no problem but a minimum, a fee above the balance, or a coin that cannot be sent', () => {
  const left = new Set([
    'AMOUNT_BELOW_MINIMUM',
    'INSUFFICIENT_BALANCE',
    'ASSET_NOT_SENDABLE',
    'AMOUNT_INVALID',
    undefined,
  ]);
  fc.assert(fc.property(anyTerms, (terms) => left.has(readAmount('max', terms).problem?.code)));
});

test('one unit more than the most is refused', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const more = units(findMaximum(terms) + 1n);
      const whole = more / 10n ** 18n;
      const fraction = (more % 10n ** 18n).toString().padStart(18, '0');
      return readAmount(`${whole}.${fraction}`, terms).problem !== undefined;
    }),
  );
});
