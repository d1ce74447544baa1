import type { NodeAnswers } from '@tern/tron/ask-node';
import { expect, test } from 'vitest';
import { judgeNode } from './judge-node.ts';

const nowMs = Date.UTC(2026, 10, 1);

/** What is wrong with a node that could do everything, but for these answers. */
function judge(changed: Partial<NodeAnswers>, newest = 1_000): readonly string[] {
  const answers: NodeAnswers = {
    version: '4.8.0',
    head: { number: 1_000, id: 'a', parentId: 'c', timeMs: nowMs },
    solid: { number: 981, id: 'b', parentId: 'd', timeMs: nowMs - 57_000 },
    runsCalls: true,
    estimatesEnergy: true,
    showsInternal: true,
    tokenFaults: [],
    ...changed,
  };
  return judgeNode(answers, { nowMs, newest, network: 'mainnet' }).map(({ code, weight }) => `${weight} ${code}`);
}

test('a node that is more than twenty blocks behind another is told of, one that is twenty behind is not', () => {
  expect(judge({}, 1_020)).toEqual([]);
  expect(judge({}, 1_021)).toEqual(['fault behind']);
});

test('a hundred blocks that are not irreversible are none too many', () => {
  const solid = { id: 'b', parentId: 'd', timeMs: nowMs - 300_000 };
  expect(judge({ solid: { ...solid, number: 900 } })).toEqual([]);
  expect(judge({ solid: { ...solid, number: 899 } })).toEqual(['fault not-final']);
});

test('a version below the one the wallet was tried with is a note; versions are compared as numbers', () => {
  for (const version of ['4.7.7', '4.7.10', 'v3.9', '0.9.1']) expect(judge({ version })).toEqual(['note old-version']);
  for (const version of ['4.8.0', '4.8', '4.8.0.1', '4.10.0', '10.0.0', '5.0']) expect(judge({ version })).toEqual([]);
});

test('nothing is said of a version that is missing or cannot be read', () => {
  for (const version of ['', 'unknown', 'GreatVoyage-v4.7.4']) expect(judge({ version })).toEqual([]);
});
