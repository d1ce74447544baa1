import { units } from '@tern/money/units';
import { describe, expect, test } from 'vitest';
import { findAddressFromHex, getAddress, type TronAddress } from './address.ts';
import type { TransactionFacts } from './block-facts.ts';
import { judgePayment, type ExpectedPayment } from './judge-payment.ts';
import { callFacts, transferLog } from './testing/receipts.ts';

const contract = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
const to = getAddress('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
const owner = findAddressFromHex('11'.repeat(20)) as TronAddress;
const token: ExpectedPayment = { kind: 'trc20', owner, to, contract, amount: units(100n) };
const event = (amount: bigint, receiver = to, emitter = contract) =>
  transferLog({ contract: emitter, from: owner, to: receiver, amount });
const facts = (changes: Partial<TransactionFacts>) =>
  callFacts({ owner, contract, feeSun: units(13n), logs: [event(100n)], ...changes });

test('M27 a token payment is paid by its event, whatever the call returned', () => {
  expect(judgePayment(facts({}), token)).toEqual({ verdict: 'paid', feeSun: 13n });
});

test('M26 a failure by name moved nothing but the fee', () => {
  const failed = facts({ result: 'failed', resultCode: 'OUT_OF_ENERGY', logs: [] });
  expect(judgePayment(failed, token)).toEqual({ verdict: 'failed', feeSun: 13n, code: 'OUT_OF_ENERGY' });
});

describe('M27 anything between paid and failed is unexpected', () => {
  test.each<[string, Partial<TransactionFacts>]>([
    ['success without event', { logs: [] }],
    ['the receiver got less', { logs: [event(99n), event(1n, owner)] }],
    ['an event of another contract only', { logs: [event(100n, to, owner)] }],
    ['another receiver', { logs: [event(100n, owner)] }],
    ['another amount', { logs: [event(99n)] }],
    ['the event twice', { logs: [event(100n), { ...event(100n), index: 1 }] }],
    ['another owner', { owner: to }],
    ['another contract', { contract: owner }],
    ['an unclear result', { result: 'unknown', resultCode: '99' }],
    ['another kind', { kind: 'transfer' }],
  ])('%s', (_name, changes) => {
    expect(judgePayment(facts(changes), token)).toMatchObject({ verdict: 'unexpected', feeSun: 13n });
  });
});

test('a TRX payment is paid by its own contract', () => {
  const payment: ExpectedPayment = { kind: 'trx', owner, to, amount: units(5n) };
  const transfer = facts({ kind: 'transfer', to, amountSun: units(5n), logs: [] });
  expect(judgePayment(transfer, payment)).toMatchObject({ verdict: 'paid' });
  expect(judgePayment({ ...transfer, amountSun: units(6n) }, payment)).toMatchObject({ verdict: 'unexpected' });
});
