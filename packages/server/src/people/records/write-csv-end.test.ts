import { expect, test } from 'vitest';
import { writeCsvEnd } from './write-csv-end.ts';

test('a file that does not have all rows says so in a last line of as many cells', () => {
  expect(writeCsvEnd(['a', 'b', 'c'], { rows: 3, at: new Date('2026-11-30T09:00:00Z') })).toBe(
    '"This file ends after 3 rows, at 2026-11-30T09:00:00.000Z. There are more: narrow the period or the filters for the rest.","",""\r\n',
  );
});
