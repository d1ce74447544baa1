import { buildList } from '../build-list.ts';
import { chunkBytes } from '../hash-list.ts';
import type { BuildList } from '../list-builder.ts';
import type { BuiltList, ListOrder, ListPiece } from '../list-order.ts';

/** A list with all of its pieces put together. */
export type WholeList = BuiltList & {
  readonly balances: Buffer;
  readonly lines: Buffer;
  readonly middleNodes: Buffer;
};

/** Builds a list in a thread and puts its pieces together. */
export async function buildWhole(build: BuildList, order: ListOrder): Promise<WholeList> {
  const pieces: ListPiece[] = [];
  const list = await build(order, async (piece) => void pieces.push(piece));
  return putTogether(list, pieces);
}

/** Builds a list here and puts its pieces together. */
export function buildWholeHere(order: ListOrder): WholeList {
  const pieces: ListPiece[] = [];
  const list = buildList(order, { giveWay: () => undefined, tell: (piece) => void pieces.push(piece) });
  return putTogether(list, pieces);
}

/** @throws Error where the chunks are not told of in their order */
function putTogether(list: BuiltList, pieces: readonly ListPiece[]): WholeList {
  let balances = Buffer.alloc(0);
  let [lines, middleNodes] = [Buffer.alloc(0), Buffer.alloc(0)];
  for (const piece of pieces) {
    if (piece.kind === 'balances') balances = Buffer.concat([balances, piece.balances]);
    else {
      if (piece.chunk * chunkBytes !== lines.length) throw new Error('chunks are not in their order');
      lines = Buffer.concat([lines, piece.lines]);
      middleNodes = Buffer.concat([middleNodes, piece.middleNodes]);
    }
  }
  return { ...list, balances, lines, middleNodes };
}
