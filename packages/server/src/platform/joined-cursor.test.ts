import { expect, test } from 'vitest';
import { joinCursors, splitCursor } from './joined-cursor.ts';

test('each list goes on where it was, and one that has ended begins no second time', () => {
  expect(splitCursor(joinCursors(['12', null]) ?? undefined, 2)).toEqual(['12', null]);
  expect(splitCursor(joinCursors([null, '12']) ?? undefined, 2)).toEqual([null, '12']);
  expect(splitCursor(undefined, 2)).toEqual([undefined, undefined]);
  expect(joinCursors([null, null])).toBeNull();
});

test('a cursor of more or fewer lists is refused', () => {
  for (const text of ['', '12', '12~13~14', '~~'])
    expect(() => splitCursor(text, 2), text).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
});
