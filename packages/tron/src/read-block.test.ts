import { describe, expect, test } from 'vitest';
import { addressToHex, getAddress } from './address.ts';
import type { TransactionFacts } from './block-facts.ts';
import { readBlock } from './read-block.ts';
import { readTransactionResult } from './read-transaction-result.ts';
import { blockId, blockReplies, chainNode, type ScriptedTransaction } from './testing/block-reply.ts';
import { scriptedNode } from './testing/scripted-node.ts';

const alice = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
const bob = getAddress('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
const transfer: ScriptedTransaction = {
  type: 'TransferContract',
  value: { owner_address: addressToHex(alice), to_address: addressToHex(bob), amount: 5_000_000 },
  contractRet: 'SUCCESS',
  receipt: { net_usage: 267 },
  data: Buffer.from('rent').toString('hex'),
};
const call: ScriptedTransaction = {
  type: 'TriggerSmartContract',
  value: { owner_address: addressToHex(alice), contract_address: addressToHex(bob), data: 'a9059cbb' },
  contractRet: 'SUCCESS',
  receipt: { energy_usage_total: 13_000, net_usage: 345, result: 'SUCCESS' },
  info: {
    fee: 1_300_000,
    log: [{ address: addressToHex(bob).slice(2), topics: ['AB'.repeat(32)], data: '01' }],
    internal_transactions: [
      {
        caller_address: addressToHex(bob),
        transferTo_address: addressToHex(alice),
        callValueInfo: [{ callValue: 7 }, { callValue: 9, tokenId: '1002000' }],
      },
      {
        caller_address: addressToHex(bob),
        transferTo_address: addressToHex(alice),
        callValueInfo: [{}],
        rejected: true,
      },
    ],
  },
};

async function readOne(transaction: ScriptedTransaction): Promise<TransactionFacts> {
  const block = await readBlock(chainNode([{ number: 5, timeMs: 3_000, transactions: [transaction] }]), {
    view: 'solid',
    number: 5,
  });
  return block?.transactions[0] as TransactionFacts;
}

test('joins a TRX transfer with its receipt', async () => {
  expect(await readOne(transfer)).toMatchObject({
    kind: 'transfer',
    contractType: 'TransferContract',
    owner: alice,
    to: bob,
    amountSun: 5_000_000n,
    result: 'success',
    resultCode: 'SUCCESS',
    bandwidthUsed: 267n,
    energyUsed: 0n,
    feeSun: 0n,
    memo: 'rent',
    logs: [],
  });
});

test('joins a call with its events and inner transfers', async () => {
  expect(await readOne(call)).toMatchObject({
    kind: 'trigger',
    contract: bob,
    amountSun: 0n,
    result: 'success',
    energyUsed: 13_000n,
    feeSun: 1_300_000n,
    logs: [{ index: 0, contract: bob, topics: ['ab'.repeat(32)], data: '01' }],
    internal: [
      { index: 0, from: bob, to: alice, amountSun: 7n, rejected: false },
      { index: 1, tokenId: '1002000', amountSun: 9n },
    ],
  });
});

test('reads an empty block and none beyond the head', async () => {
  const node = chainNode([{ number: 5, timeMs: 3_000 }]);
  expect(await readBlock(node, { view: 'solid', number: 5 })).toEqual({
    number: 5,
    id: blockId(5),
    parentId: blockId(4),
    timeMs: 3_000,
    transactions: [],
  });
  expect(await readBlock(node, { view: 'solid', number: 6 })).toBeUndefined();
});

test('forms without owner, and bytes that are no memo, do not stop the reader', async () => {
  const facts = await readOne({ type: 'ShieldedTransferContract', value: {}, contractRet: 'SUCCESS', data: 'ff' });
  expect(facts).toMatchObject({ kind: 'other', result: 'success' });
  expect(facts).not.toHaveProperty('owner');
  expect(facts).not.toHaveProperty('memo');
});

describe('D15 partial and odd answers are refused, never skipped', () => {
  const { body, receipts } = blockReplies({ number: 5, timeMs: 3_000, transactions: [transfer, call] });
  const [first, second] = receipts as [object, object];
  const [firstBody, secondBody] = (body as { transactions: object[] }).transactions as [object, object];
  const header = (body as { block_header: object }).block_header;
  test.each<[string, unknown, unknown]>([
    ['fewer receipts than transactions', body, [first]],
    ['more receipts than transactions', body, [first, second, second]],
    ['no receipts', body, []],
    ['an object in place of the receipts', body, {}],
    ['a receipt of another transaction', body, [first, { ...second, id: 'ab'.repeat(32) }]],
    ['a receipt twice', body, [first, first]],
    ['a receipt of another block', body, [first, { ...second, blockNumber: 4 }]],
    ['a block without header', { blockID: blockId(5) }, receipts],
    ['an id that does not carry the number', { ...body, blockID: blockId(6) }, receipts],
    ['another block', blockReplies({ number: 6, timeMs: 0 }).body, receipts],
    ['a list in place of the block', [body], receipts],
    [
      'a transaction id that is not its hash',
      { ...body, transactions: [firstBody, { ...secondBody, raw_data_hex: '00' }] },
      receipts,
    ],
    ['the same transaction twice', { ...body, transactions: [firstBody, firstBody] }, [first, first]],
    [
      'a transaction without contract',
      { ...body, transactions: [{ ...firstBody, raw_data: {} }, secondBody] },
      receipts,
    ],
    ['a negative fee', body, [{ ...first, fee: -1 }, second]],
    ['a fee that is text', body, [{ ...first, fee: '5' }, second]],
    [
      'a fractional time',
      { ...body, block_header: { raw_data: { ...(header as { raw_data: object }).raw_data, timestamp: 0.5 } } },
      receipts,
    ],
    ['an event of a non-address', body, [first, { ...second, log: [{ address: 'zz' }] }]],
  ])('%s', async (_name, blockReply, receiptReply) => {
    const node = scriptedNode({
      '/walletsolidity/getblockbynum': () => blockReply,
      '/walletsolidity/gettransactioninfobyblocknum': () => receiptReply,
    });
    await expect(readBlock(node, { view: 'solid', number: 5 })).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('D02 only a result that is stated in full is a success', () => {
  const words = [
    '',
    'DEFAULT',
    'SUCCESS',
    'REVERT',
    'BAD_JUMP_DESTINATION',
    'OUT_OF_MEMORY',
    'PRECOMPILED_CONTRACT',
    'STACK_TOO_SMALL',
    'STACK_TOO_LARGE',
    'ILLEGAL_OPERATION',
    'STACK_OVERFLOW',
    'OUT_OF_ENERGY',
    'OUT_OF_TIME',
    'JVM_STACK_OVER_FLOW',
    'UNKNOWN',
    'TRANSFER_FAILED',
    'INVALID_CODE',
    '99',
    'success',
  ];
  test.each(['TransferContract', 'TransferAssetContract', 'TriggerSmartContract', 'CreateSmartContract'])(
    '%s',
    (contractType) => {
      for (const contractRet of words) {
        for (const receiptResult of words) {
          for (const infoResult of ['', 'FAILED', 'SUCESS']) {
            const result = readTransactionResult({ contractType, contractRet, receiptResult, infoResult });
            const runsCode = contractType === 'TriggerSmartContract' || contractType === 'CreateSmartContract';
            const receiptAgrees = runsCode
              ? receiptResult === 'SUCCESS'
              : ['', 'DEFAULT', 'SUCCESS'].includes(receiptResult);
            expect(result === 'success').toBe(contractRet === 'SUCCESS' && receiptAgrees && infoResult === '');
          }
        }
      }
    },
  );

  test('a failure by name is a failure, a word nobody knows is unknown', () => {
    const base = { contractType: 'TriggerSmartContract', infoResult: 'FAILED' };
    expect(readTransactionResult({ ...base, contractRet: 'REVERT', receiptResult: 'REVERT' })).toBe('failed');
    expect(readTransactionResult({ ...base, contractRet: 'REVERT', receiptResult: 'SUCCESS' })).toBe('unknown');
    expect(readTransactionResult({ ...base, contractRet: '99', receiptResult: '99' })).toBe('unknown');
  });
});
