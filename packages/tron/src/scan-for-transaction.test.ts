import { describe, expect, test } from 'vitest';
import { addressToHex, getAddress } from './address.ts';
import type { TronNode } from './open-node.ts';
import { readBlock } from './read-block.ts';
import { scanForTransaction, type ScannedBlocks } from './scan-for-transaction.ts';
import { blockId, chainNode, type ScriptedBlock, type ScriptedTransaction } from './testing/block-reply.ts';

const address = addressToHex(getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'));
const payment: ScriptedTransaction = {
  type: 'TransferContract',
  value: { owner_address: address, to_address: address, amount: 1 },
  contractRet: 'SUCCESS',
};
const block = (number: number, changes: Partial<ScriptedBlock> = {}): ScriptedBlock => ({
  number,
  timeMs: number * 3_000,
  ...changes,
});
const chain = (last: number, holder?: number): ScriptedBlock[] =>
  Array.from({ length: last }, (_, at) => block(at + 1, at + 1 === holder ? { transactions: [payment] } : {}));
const refBlock = { number: 2, id: blockId(2), timeMs: 6_000 };
const expirationMs = 9 * 3_000;

async function idOf(holder: number): Promise<string> {
  const found = await readBlock(chainNode(chain(20, holder)), { view: 'solid', number: holder });
  return found?.transactions[0]?.txId ?? '';
}

describe('M21 proof of death', () => {
  test('the scan ends with the first block at or past the expiration, inclusive', async () => {
    const scan = await scanForTransaction(chainNode(chain(20)), { txId: 'ab'.repeat(32), refBlock, expirationMs });
    expect(scan).toMatchObject({
      found: 'absent',
      fromBlock: { number: 2 },
      toBlock: { number: 9, timeMs: expirationMs },
    });
  });

  test('nothing is said before the solid chain has passed the expiration', async () => {
    const scan = await scanForTransaction(chainNode(chain(8)), { txId: 'ab'.repeat(32), refBlock, expirationMs });
    expect(scan).toEqual({ found: 'not-yet', solidTimeMs: 24_000 });
  });

  test.each([3, 8, 9])('a transaction in block %i is found', async (holder) => {
    const scan = await scanForTransaction(chainNode(chain(20, holder)), {
      txId: await idOf(holder),
      refBlock,
      expirationMs,
    });
    expect(scan).toMatchObject({ found: 'present', block: { number: holder } });
  });

  test('a block after missed slots still counts', async () => {
    const late = block(9, { timeMs: expirationMs + 30_000, transactions: [payment] });
    const blocks = [...chain(8), late];
    const txId = (await readBlock(chainNode(blocks), { view: 'solid', number: 9 }))?.transactions[0]?.txId ?? '';
    expect(await scanForTransaction(chainNode(blocks), { txId, refBlock, expirationMs })).toMatchObject({
      found: 'present',
      block: { number: 9 },
    });
  });

  describe('scans of one run', () => {
    /** Counts the blocks that are asked for. */
    const counting = (blocks: readonly ScriptedBlock[]) => {
      const honest = chainNode([...blocks]);
      const asked: number[] = [];
      const node: TronNode = {
        name: honest.name,
        ask: (path, body) => {
          if (path.endsWith('getblockbynum')) asked.push(Number(body['num']));
          return honest.ask(path, body);
        },
      };
      return { node, asked };
    };

    test('ask for each block once, and find what each of them looks for', async () => {
      const { node, asked } = counting(chain(20, 8));
      const scanned: ScannedBlocks = new Map();
      const look = (txId: string, from: number, until: number) =>
        scanForTransaction(
          node,
          { txId, refBlock: { number: from, id: blockId(from), timeMs: from * 3_000 }, expirationMs: until * 3_000 },
          scanned,
        );
      const holder = await idOf(8);
      expect(await look('ab'.repeat(32), 2, 9)).toMatchObject({ found: 'absent', toBlock: { number: 9 } });
      expect(await look(holder, 2, 9)).toMatchObject({ found: 'present', block: { number: 8 } });
      expect(await look('ab'.repeat(32), 4, 12)).toMatchObject({ found: 'absent', toBlock: { number: 12 } });
      expect(asked).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    });

    test('prove nothing where the node has changed its chain between them', async () => {
      const scanned: ScannedBlocks = new Map();
      const question = { txId: 'ab'.repeat(32), refBlock, expirationMs };
      await scanForTransaction(chainNode(chain(20)), question, scanned);
      const other = chain(20).map((item) => (item.number > 9 ? block(item.number, { salt: 'fork' }) : item));
      const later = scanForTransaction(chainNode(other), { ...question, expirationMs: 36_000 }, scanned);
      await expect(later).rejects.toMatchObject({ kind: 'malformed' });
    });

    test('leave a block that was not told to be asked for again', async () => {
      const scanned: ScannedBlocks = new Map();
      const question = { txId: 'ab'.repeat(32), refBlock, expirationMs };
      const gap = chainNode(chain(20).filter(({ number }) => number !== 5));
      await expect(scanForTransaction(gap, question, scanned)).rejects.toMatchObject({ kind: 'malformed' });
      expect(await scanForTransaction(chainNode(chain(20)), question, scanned)).toMatchObject({ found: 'absent' });
    });
  });

  test.each<[string, ScriptedBlock[]]>([
    ['a missing block', chain(20).filter(({ number }) => number !== 5)],
    [
      'a block that does not follow its parent',
      chain(20).map((item) => (item.number === 5 ? block(5, { salt: 'fork' }) : item)),
    ],
    ['a reference on another fork', chain(20).map((item) => block(item.number, { salt: 'fork' }))],
    ['a node without the reference block', chain(20).slice(4)],
  ])('%s proves nothing', async (_name, blocks) => {
    const scan = scanForTransaction(chainNode(blocks), { txId: 'ab'.repeat(32), refBlock, expirationMs });
    await expect(scan).rejects.toMatchObject({ kind: 'malformed' });
  });
});
