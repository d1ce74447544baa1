import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { buildList } from './build-list.ts';
import { openGiveWay } from './give-way.ts';
import { keepPieces } from './keep-pieces.ts';
import type { BuiltList, ListOrder, ListPiece } from './list-order.ts';

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

/** What a thread tells of: each piece of the list in turn, then the list. */
export type FromThread = { readonly piece: ListPiece } | { readonly list: BuiltList };

parentPort?.on('message', (order: ListOrder) => {
  const { tell, finish } = keepPieces(giveWay.hasRested, sendPiece);
  const list = buildList(order, { giveWay: giveWay.now, tell });
  finish();
  send({ list }, list.nodes);
});

function sendPiece(piece: ListPiece): void {
  send({ piece }, piece.kind === 'balances' ? piece.balances : piece.middleNodes);
}

/** Tells of something and hands over its bytes. */
function send(told: FromThread, bytes: Buffer): void {
  parentPort?.postMessage(told, [bytes.buffer as ArrayBuffer]);
}
