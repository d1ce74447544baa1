import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { openAccountRows } from './account-rows.ts';
import { openSpareParts } from './further-parts.ts';
import { hashList } from './hash-list.ts';
import { openLeafList, wholeLines } from './leaf-list.ts';
import { openLeafTexts } from './leaf-texts.ts';
import type { BuiltList, ListOrder } from './list-order.ts';
import { openSplitter, splitBalance } from './split-balance.ts';

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

/** The balances are split in a second round: into how many parts follows from how many lines all of them need. */
function build({ rules, house, customers }: ListOrder): BuiltList {
  const leaves = openLeafList();
  for (const each of house) for (const part of splitBalance(each, rules)) leaves.add(part);
  const accounts = openAccountRows(customers);
  const splitter = openSplitter(rules);
  const spareParts = openSpareParts();
  let [needed, listed] = [0, 0n];
  for (let place = 0; place < accounts.count; place += 1) {
    const amount = accounts.amountAt(place);
    const count = splitter.count({ owner: accounts.ownerAt(place), amount });
    needed += Number(count.needed);
    spareParts.add(count.spare);
    listed += amount;
  }
  const lineCount = leaves.count() + needed;
  const further = spareParts.spread(wholeLines(lineCount) - lineCount);
  const texts = openLeafTexts(rules);
  const add = (part: number, amount: bigint, nonce: string): void =>
    leaves.addText(texts.textOf(part, amount, nonce), amount);
  for (let place = 0; place < accounts.count; place += 1) {
    const owed = { owner: accounts.ownerAt(place), amount: accounts.amountAt(place) };
    texts.begin(owed.owner);
    splitter.split(owed, further, add);
  }
  const lines = leaves.finish(rules);
  return { ...hashList(lines), lines, further, balances: accounts.pack(), listed };
}

parentPort?.on('message', (order: ListOrder) => {
  const list = build(order);
  const moved = [list.lines, list.nodes, list.middleNodes, list.balances].map(({ buffer }) => buffer as ArrayBuffer);
  parentPort?.postMessage(list, moved);
});
