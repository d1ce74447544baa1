import { bytesToHex } from '@noble/hashes/utils.js';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressToHex, findAddressFromHex, getAddress, type TronAddress } from './address.ts';
import type { EventLog, TransactionFacts } from './block-facts.ts';
import { listInflows } from './list-inflows.ts';
import { addresses } from './testing/arbitraries.ts';
import { callFacts, transferLog } from './testing/receipts.ts';
import { addressWord, amountWord } from './token-call.ts';
import { transferTopic } from './transfer-event.ts';

const usdt = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
const ours = getAddress('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
const also = findAddressFromHex('11'.repeat(20)) as TronAddress;
const stranger = findAddressFromHex('22'.repeat(20)) as TronAddress;
const rules = { ownAddresses: new Set([ours, also]), tokens: new Map<TronAddress, AssetId>([[usdt, 'usdt']]) };

const word = (address: TronAddress): string => bytesToHex(addressWord(address));
const log = (changes: Partial<EventLog> & { to?: TronAddress; amount?: bigint } = {}): EventLog => ({
  ...transferLog({ contract: usdt, from: stranger, to: changes.to ?? ours, amount: changes.amount ?? 5n }),
  ...changes,
});
const call = (logs: readonly EventLog[], changes: Partial<TransactionFacts> = {}) =>
  callFacts({ owner: stranger, contract: usdt, logs, ...changes });
const trx = (changes: Partial<TransactionFacts> = {}): TransactionFacts =>
  call([], { kind: 'transfer', contractType: 'TransferContract', to: ours, amountSun: units(7n), ...changes });
const read = (...transactions: TransactionFacts[]) => listInflows({ transactions }, rules);
const reasons = (...transactions: TransactionFacts[]) => read(...transactions).quarantine.map((item) => item.reason);

test('credits a TRX transfer and a token event to our address', () => {
  expect(read(trx(), call([log()]))).toEqual({
    inflows: [
      { txId: 'aa'.repeat(32), kind: 'trx', index: 0, assetId: 'trx', from: stranger, to: ours, amount: 7n },
      { txId: 'aa'.repeat(32), kind: 'trc20', index: 0, assetId: 'usdt', from: stranger, to: ours, amount: 5n },
    ],
    quarantine: [],
  });
});

test('D01 a failed call with perfect events brings nothing', () => {
  expect(read(call([log()], { result: 'failed', resultCode: 'REVERT' }))).toEqual({ inflows: [], quarantine: [] });
});

test('D02 an unclear result is quarantined, not credited', () => {
  expect(read(call([log()], { result: 'unknown' }), trx({ result: 'unknown' })).inflows).toEqual([]);
  expect(reasons(call([log()], { result: 'unknown' }), trx({ result: 'unknown' }))).toEqual([
    'unclear-result',
    'unclear-result',
  ]);
});

test('D03 a look-alike token is quarantined under its address, whichever name it bears', () => {
  fc.assert(
    fc.property(addresses, (contract) => {
      fc.pre(contract !== usdt);
      const { inflows, quarantine } = read(call([log({ contract })]));
      expect(inflows).toEqual([]);
      expect(quarantine).toMatchObject([{ reason: 'unlisted-token', subject: contract, to: ours, amount: 5n }]);
    }),
    { numRuns: 1_000 },
  );
});

test('D04 a TRC-10 token is quarantined whatever it calls itself', () => {
  const token = (id: string) =>
    trx({
      kind: 'other',
      contractType: 'TransferAssetContract',
      amountSun: units(0n),
      token: { id, amount: units(9n) },
    });
  expect(read(token('USDT'), token('1002000'), token('1002000 ')).inflows).toEqual([]);
  expect(reasons(token('USDT'), token('1002000'))).toEqual(['trc10', 'trc10']);
});

test('D05 100,000 mutated events credit nothing but exact ones, and never throw', () => {
  const hex = fc.uint8Array({ maxLength: 40 }).map(bytesToHex);
  const topic = fc.oneof(
    fc.constantFrom(transferTopic, word(ours), word(stranger), `01${word(ours).slice(2)}`, word(ours).slice(2), ''),
    hex,
  );
  // Most that matters is one step from an exact one: with something more, or with one thing other than it should be.
  const exact = [transferTopic, word(stranger), word(ours)];
  const topics = fc.oneof(
    fc.array(topic, { maxLength: 5 }),
    fc.array(topic, { maxLength: 2 }).map((more) => [...exact, ...more]),
    fc.tuple(fc.nat({ max: 2 }), topic).map(([at, other]) => exact.with(at, other)),
  );
  const mutated: fc.Arbitrary<EventLog> = fc.record({
    index: fc.nat({ max: 300 }),
    contract: fc.constantFrom(usdt, stranger),
    topics,
    data: fc.oneof(fc.constantFrom(bytesToHex(amountWord(5n)), bytesToHex(amountWord(2n ** 256n - 1n)), '', 'zz'), hex),
  });
  const isExact = ({ contract, topics, data }: EventLog): boolean =>
    contract === usdt &&
    topics.length === 3 &&
    topics[0] === transferTopic &&
    /^0{24}[0-9a-f]{40}$/.test(topics[1] ?? '') &&
    topics[2] === word(ours) &&
    // Below what no token has units of, and something at all.
    /^0{32}[0-9a-f]{32}$/.test(data) &&
    !/^0+$/.test(data);
  fc.assert(
    fc.property(fc.array(mutated, { minLength: 100, maxLength: 100 }), (logs) => {
      expect(read(call(logs)).inflows).toHaveLength(logs.filter(isExact).length);
    }),
    { numRuns: 1_000 },
  );
});

describe('D05 near misses', () => {
  test.each<[string, EventLog]>([
    [
      'an NFT: three indexed values',
      log({ topics: [transferTopic, word(stranger), word(ours), bytesToHex(amountWord(5n))], data: '' }),
    ],
    [
      'receiver in the data',
      log({ topics: [transferTopic, word(stranger)], data: word(ours) + bytesToHex(amountWord(5n)) }),
    ],
    ['dirty upper bytes', log({ topics: [transferTopic, word(stranger), `01${word(ours).slice(2)}`] })],
    ['two words of data', log({ data: bytesToHex(amountWord(5n)).repeat(2) })],
    ['no data', log({ data: '' })],
  ])('%s is quarantined', (_name, odd) => {
    expect(read(call([odd]))).toMatchObject({ inflows: [], quarantine: [{ reason: 'malformed-event', to: ours }] });
  });
});

test('D06 the value of the event counts, not the call data', () => {
  expect(read(call([log({ amount: 99_900_000n })])).inflows).toMatchObject([{ amount: 99_900_000n }]);
});

test('D08 TRX from a contract is quarantined; a rejected inner transfer is nothing', () => {
  const inner = { index: 0, from: usdt, to: ours, amountSun: units(4n), rejected: false };
  expect(read(call([], { internal: [inner, { ...inner, index: 16, rejected: true }] }))).toMatchObject({
    inflows: [],
    quarantine: [{ kind: 'internal', reason: 'internal-transfer', amount: 4n }],
  });
  expect(reasons(call([], { internal: [inner], result: 'failed' }))).toEqual([]);
});

test('D09 the owner of the receiving address gets it, whoever called', () => {
  expect(read(call([log({ to: also })], { owner: ours })).inflows).toMatchObject([{ to: also, from: stranger }]);
});

test('D10 values of zero bring nothing', () => {
  expect(read(call([log({ amount: 0n })]), trx({ amountSun: units(0n) }))).toEqual({ inflows: [], quarantine: [] });
});

test('D11 200 events of one transaction to 100 addresses are 200 inflows with 200 keys', () => {
  const owned = Array.from(
    { length: 100 },
    (_, at) => findAddressFromHex((at + 16).toString(16).padStart(40, '0')) as TronAddress,
  );
  const logs = Array.from({ length: 200 }, (_, index) => log({ index, to: owned[index % 100] as TronAddress }));
  const { inflows } = listInflows({ transactions: [call(logs)] }, { ...rules, ownAddresses: new Set(owned) });
  expect(new Set(inflows.map(({ txId, kind, index }) => `${txId} ${kind} ${index}`)).size).toBe(200);
});

test('D12 the same block gives the same list however often it is read', () => {
  expect(read(trx(), call([log()]))).toEqual(read(trx(), call([log()])));
});

test('D16 a permission change on an own address is reported', () => {
  const change = trx({ kind: 'other', contractType: 'AccountPermissionUpdateContract', owner: ours, to: stranger });
  expect(read(change)).toMatchObject({ inflows: [], quarantine: [{ reason: 'permission-change', to: ours }] });
});

test('D19 no other contract form credits anybody', () => {
  const forms = [
    'FreezeBalanceV2Contract',
    'DelegateResourceContract',
    'WithdrawBalanceContract',
    'AccountCreateContract',
    'A_NEW_FORM',
  ];
  for (const contractType of forms) {
    expect(read(trx({ kind: 'other', contractType, owner: stranger }))).toMatchObject({
      inflows: [],
      quarantine: [{ reason: 'unlisted-contract-form', subject: contractType }],
    });
  }
});

test('what does not touch us is not mentioned', () => {
  expect(addressToHex(stranger)).not.toBe(addressToHex(ours));
  expect(read(trx({ to: stranger }), call([log({ to: stranger })]))).toEqual({ inflows: [], quarantine: [] });
});
