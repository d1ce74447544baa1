import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { buildList } from './build-list.ts';
import { openGiveWay } from './give-way.ts';
import type { ListOrder } from './list-order.ts';

// Builds the lists of a count beside everything else that its process does: a million people are a minute of splitting, sorting
// and hashing. It is a closed thread: it asks nobody for anything.
yieldToOthers();
const giveWay = openGiveWay();

/** Whoever moves money comes first. On Linux the priority is of this thread alone; elsewhere it would be the whole process's. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(19, getPriority() + 10));
  } catch {
    // A service manager may forbid it. The lists are the same, and only the other work of the machine waits longer.
  }
}

parentPort?.on('message', (order: ListOrder) => {
  const list = buildList(order, giveWay);
  const moved = [list.lines, list.nodes, list.middleNodes, list.balances].map(({ buffer }) => buffer as ArrayBuffer);
  parentPort?.postMessage(list, moved);
});
