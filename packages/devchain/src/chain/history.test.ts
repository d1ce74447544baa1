import { expect, test } from 'vitest';
import { uintBytes } from '../crypto/bytes.ts';
import { newPerson, post, startTestChain } from '../testing/test-chain.ts';
import { sealBlock } from './block.ts';
import { createHistory } from './history.ts';

const witness = new Uint8Array(21);
const draft = { parentId: new Uint8Array(32), transactions: [] };

function grow(count: number) {
  const history = createHistory(sealBlock({ ...draft, number: 0, timestampMs: 0 }, witness));
  for (let number = 1; number <= count; number += 1) {
    history.append(sealBlock({ ...draft, number, timestampMs: number }, witness));
  }
  return history;
}

test('two bytes name the latest block that ends in them, and one above the head names none', () => {
  const history = grow(65_600);
  const nameOf = (number: number) => uintBytes(BigInt(number), 8).slice(6);
  expect(history.findReferenceBlock(nameOf(65_600))).toEqual(history.findBlock(65_600)?.id);
  expect(history.findReferenceBlock(nameOf(65_536))).toEqual(history.findBlock(65_536)?.id);
  // 65,601 is not there yet, and 65 is what the same two bytes named a window ago.
  expect(history.findReferenceBlock(nameOf(65_601))).toEqual(history.findBlock(65)?.id);
  expect(grow(3).findReferenceBlock(nameOf(9))).toBeUndefined();
  expect(history.findReferenceBlock(new Uint8Array(3))).toBeUndefined();
});

test('blocks follow each other without a gap', () => {
  const history = grow(3);
  expect(() => history.append(sealBlock({ ...draft, number: 5, timestampMs: 5 }, witness))).toThrow('does not follow');
});

test('old blocks come back as they were, wherever they are asked for', async () => {
  const { chain } = await startTestChain();
  const person = newPerson();
  const ids: string[] = [];
  for (let units = 1n; units <= 100n; units += 1n) {
    ids.push(await chain.admin.faucetToken('usdt', person.address, units));
    await chain.admin.mine();
  }
  const pictureOf = (value: string) => post(chain, '/wallet/gettransactioninfobyid', { value });
  for (const [index, id] of ids.entries()) {
    const info = await pictureOf(id);
    expect(info).toMatchObject({ id, blockNumber: index + 2, receipt: { result: 'SUCCESS' } });
    expect(info['log']).toMatchObject([{ data: (index + 1).toString(16).padStart(64, '0') }]);
  }
  const [first = ''] = ids;
  expect(await post(chain, '/wallet/gettransactionbyid', { value: first })).toMatchObject({ txID: first });
  expect(await post(chain, '/wallet/getblockbynum', { num: 2 })).toMatchObject({ transactions: [{ txID: first }] });
});
