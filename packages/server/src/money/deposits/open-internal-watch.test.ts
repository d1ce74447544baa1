import { manualClock } from '@tern/base/clock';
import { NodeFault } from '@tern/tron/node-fault';
import { expect, test } from 'vitest';
import { openInternalWatch } from './open-internal-watch.ts';
import { addressOf, contractSend, scriptedChain, type Tamper } from './testing/scripted-chain.ts';

function world() {
  const chain = scriptedChain();
  const send = () => {
    chain.mine(contractSend({ caller: addressOf('a'), moves: [{ to: addressOf('b'), amountSun: 5 }] }));
    chain.mineEmpty(19);
  };
  const clock = manualClock(new Date('2026-01-02T03:04:05Z'));
  const habits = { saves: true, answers: true };
  const tamper: Tamper = (path, _body, honest) => {
    if (!habits.answers) throw new NodeFault('timeout', { node: 'second', path }, 'silent');
    return path.endsWith('blocknum') && !habits.saves
      ? (honest as object[]).map((receipt) => ({ ...receipt, internal_transactions: undefined }))
      : honest;
  };
  const [first, second] = [chain.openNode('first'), chain.openNode('second', tamper)];
  return { chain, send, clock, habits, nodes: [first, second] as const };
}

const later = (clock: ReturnType<typeof manualClock>, ms: number): void => clock.advance(ms);

test('D08 nodes that show in new blocks what contracts send are believed for an hour, and no longer', async () => {
  const { send, clock, habits, nodes } = world();
  const isShown = openInternalWatch({ network: 'nile', nodes, clock });
  send();
  expect(await isShown()).toBe(true);
  habits.saves = false;
  later(clock, 3_599_000);
  expect(await isShown()).toBe(true);
  later(clock, 1_000);
  expect(await isShown()).toBe(false);
  habits.saves = true;
  later(clock, 60_000);
  expect(await isShown()).toBe(true);
});

test('D08 an old receipt proves nothing: what a node shows in its newest blocks counts', async () => {
  const { chain, send, clock, nodes } = world();
  const isShown = openInternalWatch({ network: 'nile', nodes, clock });
  send();
  chain.mineEmpty(20);
  expect(await isShown()).toBe(false);
  send();
  expect(await isShown()).toBe(false);
  later(clock, 60_000);
  expect(await isShown()).toBe(true);
});

test('D08 a silent node neither proves nor disproves, and the local chain needs no proof', async () => {
  const { send, clock, habits, nodes } = world();
  const isShown = openInternalWatch({ network: 'mainnet', nodes, clock });
  habits.answers = false;
  send();
  expect(await isShown()).toBe(true);
  habits.answers = true;
  habits.saves = false;
  later(clock, 60_000);
  expect(await isShown()).toBe(false);
  const silent = openInternalWatch({ network: 'mainnet', nodes: [nodes[1]], clock });
  habits.answers = false;
  expect(await silent()).toBe(false);
  expect(await openInternalWatch({ network: 'local', nodes: [nodes[1]], clock })()).toBe(true);
});
