import { expect, test } from 'vitest';
import { keepPieces } from './keep-pieces.ts';
import type { ListPiece } from './list-order.ts';

const bytes = Buffer.alloc(1);
const chunk = (number: number): ListPiece => ({ kind: 'chunks', chunk: number, lines: bytes, middleNodes: bytes });

test('pieces are passed on at once until others are busy, and the rest at the end, all in their order', () => {
  let busy = false;
  const passed: ListPiece[] = [];
  const { tell, finish } = keepPieces(
    () => busy,
    (piece) => void passed.push(piece),
  );
  tell({ kind: 'balances', balances: bytes });
  tell(chunk(0));
  expect(passed).toHaveLength(2);
  busy = true;
  tell(chunk(16));
  busy = false;
  tell(chunk(32));
  expect(passed).toHaveLength(2);
  finish();
  expect(passed.slice(1)).toEqual([chunk(0), chunk(16), chunk(32)]);
});
