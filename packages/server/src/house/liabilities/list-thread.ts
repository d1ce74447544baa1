import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { openSpareParts } from './further-parts.ts';
import { hashList } from './hash-list.ts';
import { openLeafList, wholeLines } from './leaf-list.ts';
import type { ListOrder, ListReply } from './list-order.ts';
import { packBalances } from './packed-balances.ts';
import { countPartsOf, splitBalance, type Owed, type SplitRules } from './split-balance.ts';

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
let customers: (readonly Owed[])[] = [];
let spareParts = openSpareParts();
/** Lines that the balances of the customers need. */
let needed = 0;
let balances: Buffer[] = [];
let listed = 0n;

function carryOut(order: ListOrder): ListReply {
  if (order.kind === 'open') {
    ({ rules } = order);
    [leaves, balances, listed] = [openLeafList(), [], 0n];
    [customers, spareParts, needed] = [[], openSpareParts(), 0];
    return { kind: 'taken' };
  }
  if (order.kind === 'finish') return finish();
  if (order.kind === 'house') {
    for (const each of order.owed) for (const part of splitBalance(each, rules)) leaves.add(part);
    return { kind: 'taken' };
  }
  customers.push(order.owed);
  for (const each of order.owed) {
    const count = countPartsOf(each, rules);
    needed += Number(count.needed);
    spareParts.add(count.spare);
    listed += each.amount;
  }
  balances.push(packBalances(order.owed));
  return { kind: 'taken' };
}

/** The balances are split only now: into how many parts follows from how many lines all of them need. */
function finish(): ListReply {
  const lineCount = leaves.count() + needed;
  const further = spareParts.spread(wholeLines(lineCount) - lineCount);
  for (const owed of customers)
    for (const each of owed) for (const part of splitBalance(each, rules, further)) leaves.add(part);
  const lines = leaves.finish(rules);
  const { nodes, root } = hashList(lines);
  // What is handed over is not kept here as well.
  [leaves, customers, spareParts] = [openLeafList(), [], openSpareParts()];
  return { kind: 'finished', lines, nodes, root, further, balances, listed };
}

parentPort?.on('message', (order: ListOrder) => {
  const reply = carryOut(order);
  const moved = reply.kind === 'finished' ? [reply.lines.buffer as ArrayBuffer, reply.nodes.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(reply, moved);
});
