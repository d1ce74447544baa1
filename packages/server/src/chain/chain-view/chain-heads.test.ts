import { expect, test } from 'vitest';
import { findChainFault, type ChainHeads } from './chain-heads.ts';

const readAt = new Date('2026-01-02T03:04:05Z');
const ago = (seconds: number): Date => new Date(readAt.getTime() - seconds * 1000);
const heads: ChainHeads = {
  headNumber: 119,
  headTime: ago(1),
  solidNumber: 100,
  solidTime: ago(60),
  headMovedAt: ago(1),
  solidMovedAt: ago(2),
  readAt,
};
const limits = { stallMs: 30_000, solidLagMax: 100 };

test.each([
  ['moves', {}, undefined],
  ['D23 has no new block', { headMovedAt: ago(31), solidMovedAt: ago(31) }, 'head-stalled'],
  ['D23 has new blocks, none irreversible', { solidMovedAt: ago(31), headNumber: 129 }, 'solid-stalled'],
  ['D23 lags', { headNumber: 201 }, 'solid-behind'],
  ['is at the limit', { headNumber: 200, headMovedAt: ago(30) }, undefined],
] as const)('a chain that %s', (_, change, fault) => {
  expect(findChainFault({ ...heads, ...change }, limits)).toBe(fault);
});
