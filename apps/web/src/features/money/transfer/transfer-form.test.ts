import type { TransferOptionView, VerdictView } from '@tern/contracts/routes/transfers';
import { units, unitsFromWire } from '@tern/money/units';
import { expect, test } from 'vitest';
import {
  acknowledgedWarnings,
  asksForTick,
  chooseAsset,
  expectArrival,
  expectedAddress,
  findAddressStep,
  findMaximum,
  findOwnRule,
  findRefusal,
  isOwnMove,
  preselectNetwork,
  readAmount,
  splitAmount,
  type AddressReport,
  type Terms,
} from './transfer-form.ts';

const usdt: TransferOptionView = {
  assetId: 'usdt',
  available: '1250000000',
  minimum: '1000000',
  maximum: '20000000000',
  dailyRemaining: '50000000000',
  levelRemaining: null,
  reviewFrom: '5000000000',
  networks: ['tron'],
  sendable: true,
};
const trx: TransferOptionView = { ...usdt, assetId: 'trx', available: '0' };
const terms: Terms = {
  option: usdt,
  decimals: 6,
  feeFrom: 'balance',
  fee: units(1_000_000n),
  isOwnMove: false,
  level: undefined,
};
const address = 'TVk3pRX2kD7rVb4pYh9cSn3Ju6tEfhQ7Ms';

function report(...verdicts: VerdictView[]): AddressReport {
  return {
    address,
    sentTo: null,
    settlement: 'chain',
    receiverClass: 'holds-token',
    verdicts,
    ownRule: null,
    fee: '1000000',
  };
}
const firstTime: VerdictView = { code: 'first-time', severity: 'warning', knownAddress: null, knownLabel: null };
const contract: VerdictView = { code: 'contract', severity: 'warning', knownAddress: null, knownLabel: null };
const lookAlike: VerdictView = {
  code: 'looks-like-known',
  severity: 'warning',
  knownAddress: `${address.slice(0, -1)}t`,
  knownLabel: null,
};
const nobody = { keptAddress: undefined, acceptedAddress: undefined };

test('the most with the fee on top is the balance less the fee', () => {
  expect(findMaximum(terms)).toBe(1_249_000_000n);
});

test('the most with the fee from the amount is the whole balance', () => {
  expect(findMaximum({ ...terms, feeFrom: 'amount' })).toBe(1_250_000_000n);
});

test('the most stays within the limit of one transfer and of the day', () => {
  const rich = { ...usdt, available: '90000000000' };
  expect(findMaximum({ ...terms, option: rich })).toBe(20_000_000_000n);
  expect(findMaximum({ ...terms, option: { ...rich, dailyRemaining: '7000000' } })).toBe(7_000_000n);
  expect(findMaximum({ ...terms, option: { ...rich, dailyRemaining: '7000000' }, feeFrom: 'amount' })).toBe(8_000_000n);
});

test('no limits apply between own wallets', () => {
  expect(findMaximum({ ...terms, option: { ...usdt, dailyRemaining: '0' }, isOwnMove: true })).toBe(1_249_000_000n);
});

test('the most is nothing where the balance does not cover the fee', () => {
  expect(findMaximum({ ...terms, option: { ...usdt, available: '500000' } })).toBe(0n);
});

test('a fee on top leaves the balance beside the amount', () => {
  expect(splitAmount(units(250_000_000n), terms)).toEqual({ receives: 250_000_000n, leaves: 251_000_000n });
});

test('a fee from the amount is what the receiver does not get', () => {
  const split = splitAmount(units(250_000_000n), { ...terms, feeFrom: 'amount' });
  expect(split).toEqual({ receives: 249_000_000n, leaves: 250_000_000n });
});

test.each([
  ['', 'AMOUNT_REQUIRED'],
  ['abc', 'AMOUNT_INVALID'],
  ['1.0000001', 'AMOUNT_INVALID'],
  ['0', 'AMOUNT_INVALID'],
  ['0.999999', 'AMOUNT_BELOW_MINIMUM'],
  ['20000.000001', 'AMOUNT_ABOVE_MAXIMUM'],
  ['1249.000001', 'INSUFFICIENT_BALANCE'],
  ['1249', undefined],
  ['1', undefined],
])('reads the amount "%s" as the server would: %s', (typed, code) => {
  expect(readAmount(typed, terms).problem?.code).toBe(code);
});

test('bounds apply to what the receiver gets', () => {
  expect(readAmount('1.5', { ...terms, feeFrom: 'amount' }).problem).toEqual({
    code: 'AMOUNT_BELOW_MINIMUM',
    data: { assetId: 'usdt', limit: '2000000' },
  });
});

test('says what is left of the day', () => {
  expect(readAmount('8', { ...terms, option: { ...usdt, dailyRemaining: '7000000' } }).problem).toEqual({
    code: 'DAILY_LIMIT_REACHED',
    data: { assetId: 'usdt', limit: '7000000' },
  });
});

test('an empty balance is insufficient, whatever is entered', () => {
  expect(readAmount('5', { ...terms, option: trx }).problem?.code).toBe('INSUFFICIENT_BALANCE');
  expect(readAmount('max', { ...terms, option: trx }).problem?.code).toBe('INSUFFICIENT_BALANCE');
});

test('a coin without a price cannot be sent', () => {
  expect(readAmount('5', { ...terms, option: { ...usdt, maximum: '0' } }).problem?.code).toBe('ASSET_NOT_SENDABLE');
});

test('the most there is follows the fee', () => {
  expect(readAmount('max', { ...terms, fee: undefined }).units).toBe(1_250_000_000n);
  expect(readAmount('max', terms)).toEqual({ units: 1_249_000_000n, problem: undefined });
});

test('expects a review from its limit on, but not between own wallets', () => {
  expect(expectArrival(units(4_999_999_999n), terms, 'chain')).toBe('about-a-minute');
  expect(expectArrival(units(5_000_000_000n), terms, 'internal')).toBe('after-review');
  expect(expectArrival(units(5_000_000_000n), { ...terms, isOwnMove: true }, 'internal')).toBe('at-once');
});

test('M32 a look-alike keeps the way on closed until one of the two is chosen', () => {
  const found = report(lookAlike, firstTime);
  expect(findAddressStep(found, nobody)).toBe('choose');
  expect(findAddressStep(found, { ...nobody, keptAddress: lookAlike.knownAddress ?? '' })).toBe('choose');
  expect(findAddressStep(found, { ...nobody, keptAddress: address })).toBeUndefined();
});

test('asks for a tick where coins may be lost, for this address alone', () => {
  const found = report(contract, firstTime);
  expect(asksForTick(found)).toBe(true);
  expect(findAddressStep(found, nobody)).toBe('tick');
  expect(findAddressStep(found, { ...nobody, acceptedAddress: 'another' })).toBe('tick');
  expect(findAddressStep(found, { ...nobody, acceptedAddress: address })).toBeUndefined();
});

test('tells of a first receiver without asking', () => {
  expect(asksForTick(report(firstTime))).toBe(false);
  expect(findAddressStep(report(firstTime), nobody)).toBeUndefined();
});

test('M33 says what the person’s own rules have against an address', () => {
  const until = '2026-11-22T12:00:00.000Z';
  expect(findOwnRule(report())).toBeUndefined();
  expect(findOwnRule({ ...report(), ownRule: { code: 'ADDRESS_NOT_LISTED', until: null } })).toEqual({
    code: 'ADDRESS_NOT_LISTED',
    data: undefined,
  });
  expect(findOwnRule({ ...report(), ownRule: { code: 'ADDRESS_WAITING', until } })).toEqual({
    code: 'ADDRESS_WAITING',
    data: { until },
  });
});

test('acknowledges warnings only', () => {
  const here: VerdictView = { code: 'person-here', severity: 'info', knownAddress: null, knownLabel: null };
  expect(acknowledgedWarnings(report(contract, firstTime, here))).toEqual(['contract', 'first-time']);
});

test('finds the verdict that stops the transfer, and moves between own wallets', () => {
  const zero: VerdictView = { code: 'zero-address', severity: 'refusal', knownAddress: null, knownLabel: null };
  expect(findRefusal(report(zero))).toBe(zero);
  expect(findRefusal(report(firstTime))).toBeUndefined();
  expect(isOwnMove(report({ code: 'other-own-wallet', severity: 'info', knownAddress: null, knownLabel: null }))).toBe(
    true,
  );
  expect(isOwnMove(undefined)).toBe(false);
});

test('M32 compares with what was pasted, even when something else stands in the field', () => {
  expect(expectedAddress({ pasted: address, to: 'replaced' })).toBe(address);
  expect(expectedAddress({ pasted: undefined, to: address })).toBe(address);
});

test('starts with the coin of the link, else with one there is something of', () => {
  expect(chooseAsset([trx, usdt], 'trx')).toBe(trx);
  expect(chooseAsset([trx, usdt], undefined)).toBe(usdt);
  expect(chooseAsset([trx], undefined)).toBe(trx);
});

test('chooses the network by itself only where there is no choice', () => {
  expect(preselectNetwork(usdt)).toBe('tron');
  expect(preselectNetwork({ ...usdt, networks: [] })).toBeUndefined();
});

test('adding amount and fee never loses a unit', () => {
  const total = unitsFromWire('123456789012345678901');
  const split = splitAmount(total, { feeFrom: 'amount', fee: units(1n) });
  expect(split.receives + 1n).toBe(total);
});

test('a level limits what goes to the chain, and says when more can go', () => {
  const level = { remaining: units(300_000_000n), moreAt: '2026-11-30T08:00:00.000Z' };
  expect(findMaximum({ ...terms, level })).toBe(300_000_000n);
  expect(readAmount('300', { ...terms, level }).problem).toBeUndefined();
  expect(readAmount('300.000001', { ...terms, level }).problem).toEqual({
    code: 'LEVEL_LIMIT_REACHED',
    data: { assetId: 'usdt', limit: '300000000', moreAt: level.moreAt },
  });
  expect(readAmount('300.000001', { ...terms, level, isOwnMove: true }).problem).toBeUndefined();
});
