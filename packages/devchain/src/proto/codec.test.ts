import { utils } from 'tronweb';
import { expect, test } from 'vitest';
import { decodeTransaction } from '../chain/transaction.ts';
import fixtures from '../contracts/fixtures.json' with { type: 'json' };
import { toHex } from '../crypto/bytes.ts';
import type { JsonObject } from '../json/format-message.ts';
import { formatBare } from '../json/format-transaction.ts';
import { parseTransaction } from '../json/parse-transaction.ts';
import { encodeMessage } from './codec.ts';

const owner = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const other = '410000000000000000000000000000000000000001';
const raw = {
  ref_block_bytes: '00ff',
  ref_block_hash: '0102030405060708',
  expiration: 1_735_689_660_000,
  timestamp: 1_735_689_600_000,
};

const cases: Record<string, JsonObject> = {
  TransferContract: { owner_address: owner, to_address: other, amount: 9_007_199_254_740_991 },
  AccountCreateContract: { owner_address: owner, account_address: other },
  TriggerSmartContract: { owner_address: owner, contract_address: other, call_value: 5, data: 'a9059cbb' },
  CreateSmartContract: {
    owner_address: owner,
    new_contract: {
      origin_address: owner,
      abi: { entrys: tronAbi() },
      bytecode: fixtures.Till.bytecode,
      consume_user_resource_percent: 100,
      name: 'Till',
      origin_energy_limit: 10_000_000,
    },
  },
};

test.each(Object.keys(cases))('%s has the bytes and the id that tronweb gives it', (type) => {
  const json = {
    txID: '',
    raw_data: {
      ...raw,
      fee_limit: 100_000_000,
      contract: [{ parameter: { value: cases[type], type_url: `type.googleapis.com/protocol.${type}` }, type }],
    },
  };
  const theirs = utils.transaction.txJsonToPb(json);
  const ours = parseTransaction(json, false);
  expect(toHex(encodeMessage('Transaction.raw', ours.raw_data))).toBe(
    utils.transaction.txPbToRawDataHex(theirs).toLowerCase(),
  );
  expect(formatBare(ours, false)['txID']).toBe(utils.transaction.txPbToTxID(theirs).replace(/^0x/, ''));
});

test('what a transaction prints reads back as the same transaction, in hex and visible', () => {
  const json = {
    raw_data: {
      ...raw,
      data: '6d656d6f',
      contract: [{ parameter: { value: cases['TransferContract'] }, type: 'TransferContract' }],
    },
  };
  const transaction = parseTransaction(json, false);
  for (const visible of [false, true]) {
    expect(parseTransaction(formatBare(transaction, visible), visible)).toEqual(transaction);
  }
});

test.each(['ff', '0a', '0a7f01'])('bytes %s are no transaction', (hex) => {
  expect(() => decodeTransaction(Uint8Array.from(Buffer.from(hex, 'hex')))).toThrow();
});

function tronAbi(): unknown[] {
  return [
    { name: 'store', type: 'Function', stateMutability: 'Nonpayable', inputs: [{ name: 'value', type: 'uint256' }] },
    { name: 'Stored', type: 'Event', inputs: [{ indexed: true, name: 'by', type: 'address' }] },
  ];
}
