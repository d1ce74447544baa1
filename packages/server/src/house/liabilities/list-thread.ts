import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashList } from './hash-list.ts';
import { openLeafList } from './leaf-list.ts';
import type { ListOrder, ListReply } from './list-order.ts';
import { packBalances } from './packed-balances.ts';
import { splitBalance, type SplitRules } from './split-balance.ts';

// Builds the lists of a count beside everything else that its process does: a million people are a minute of splitting, sorting
// and hashing. It is a closed thread: it asks nobody for anything.
yieldToOthers();

/** Whoever moves money comes first. On Linux the priority is of this thread alone; elsewhere it would be the whole process's. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(19, getPriority() + 10));
  } catch {
    // A service manager may forbid it. The lists are the same, and only the other work of the machine waits longer.
  }
}

let rules: SplitRules;
let leaves = openLeafList();
let balances: Buffer[] = [];
let listed = 0n;

function carryOut(order: ListOrder): ListReply {
  if (order.kind === 'open') {
    ({ rules } = order);
    [leaves, balances, listed] = [openLeafList(), [], 0n];
    return { kind: 'taken' };
  }
  if (order.kind === 'finish') {
    const lines = leaves.finish(rules.seed);
    const { nodes, root } = hashList(lines);
    // What is handed over is not kept here as well.
    leaves = openLeafList();
    return { kind: 'finished', lines, nodes, root, balances, listed };
  }
  for (const each of order.owed) for (const part of splitBalance(each, rules)) leaves.add(part);
  if (order.kind === 'customers') {
    balances.push(packBalances(order.owed));
    listed = order.owed.reduce((sum, { amount }) => sum + amount, listed);
  }
  return { kind: 'taken' };
}

parentPort?.on('message', (order: ListOrder) => {
  const reply = carryOut(order);
  const moved = reply.kind === 'finished' ? [reply.lines.buffer as ArrayBuffer, reply.nodes.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(reply, moved);
});
