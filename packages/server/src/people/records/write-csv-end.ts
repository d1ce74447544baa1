import { toWire } from '@tern/base/to-wire';
import { writeCsvRow } from './csv.ts';

/** The last line of a file that does not have all rows: after how many and at which moment it ends. As many cells as `columns`. */
export function writeCsvEnd(
  columns: readonly string[],
  { rows, at }: { readonly rows: number; readonly at: Date },
): string {
  const said = `This file ends after ${rows} rows, at ${toWire(at)}. There are more: narrow the period or the filters for the rest.`;
  return writeCsvRow([said, ...columns.slice(1).map(() => '')]);
}
