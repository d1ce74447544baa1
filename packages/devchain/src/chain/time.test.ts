import { expect, test } from 'vitest';
import { post, startTestChain } from '../testing/test-chain.ts';
import { createTime } from './time.ts';

test('on demand, blocks are three seconds apart and an advance counts once', () => {
  const time = createTime({ mode: 'manual' }, { nowMs: () => 0 });
  expect(time.nextBlockMs(1_000)).toBe(4_000);
  time.advance(500);
  expect(time.nextBlockMs(1_000)).toBe(4_500);
  time.sealed();
  expect(time.nextBlockMs(4_500)).toBe(7_500);
});

test('at an interval, blocks follow the clock, and never go back', () => {
  let nowMs = 10_000;
  const time = createTime({ mode: 'interval', blockMs: 1_000 }, { nowMs: () => nowMs });
  expect(time.nextBlockMs(5_000)).toBe(10_000);
  expect(time.nextBlockMs(20_000)).toBe(20_001);
  time.advance(60_000);
  expect(time.nextBlockMs(20_000)).toBe(70_000);
  nowMs += 1_000;
  time.sealed();
  expect(time.nextBlockMs(70_000)).toBe(71_000);
});

test('a chain at an interval takes its time from the clock it is given', async () => {
  const startMs = Date.UTC(2030, 0, 1);
  const mining = { mode: 'interval', blockMs: 600_000 } as const;
  const { chain, tronWeb } = await startTestChain({ mining, clock: { nowMs: () => startMs } });
  await chain.admin.mine();
  const { block_header } = await tronWeb.trx.getCurrentBlock();
  expect(block_header.raw_data).toMatchObject({ number: 2, timestamp: startMs + 1 });
});

test('the next block can be given its time, but no earlier one than it would have', async () => {
  const { chain, tronWeb } = await startTestChain();
  const atMs = Date.UTC(2031, 0, 1);
  await post(chain, '/devchain/settime', { timestampMs: atMs });
  await chain.admin.mine(2);
  const headMs = async () => (await tronWeb.trx.getCurrentBlock()).block_header.raw_data.timestamp;
  expect(await headMs()).toBe(atMs + 3_000);
  await expect(chain.admin.setTime(atMs)).rejects.toThrow(`at least ${atMs + 6_000}`);
});
