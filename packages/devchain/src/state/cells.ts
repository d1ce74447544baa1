import { fromHex, toHex } from '../crypto/bytes.ts';

/** One account as the chain keeps it. Amounts in SUN, times in milliseconds, bandwidth in bytes. */
export type AccountCell = {
  readonly balance: bigint;
  readonly type: 'Normal' | 'Contract';
  readonly createTimeMs: number;
  readonly latestOperationTimeMs: number;
  /** Decayed free bandwidth used, as of `freeNetTimeMs`. */
  readonly freeNetUsed: number;
  readonly freeNetTimeMs: number;
};

/** Anything a cell may hold; values are replaced, never changed in place. */
export type Cell =
  | Uint8Array
  | bigint
  | string
  | number
  | boolean
  | null
  | readonly Cell[]
  | { readonly [key: string]: Cell };

/** Cells by name: `account/41…`, `stake/41…`, `code/41…`, `slot/41…/<incarnation>/<32 bytes>`, `parameter/…` and so on. */
export type CellReader = { readonly get: (key: string) => Cell | undefined };

/** Changed cells; `undefined` removes. */
export type Writes = ReadonlyMap<string, Cell | undefined>;

/** JSON text of writes, from which `decodeWrites` restores them exactly. */
export function encodeWrites(writes: Writes): unknown {
  return [...writes].map(([key, cell]) => (cell === undefined ? [key] : [key, encodeCell(cell)]));
}

export function decodeWrites(encoded: unknown): Map<string, Cell | undefined> {
  const pairs = encoded as [string, unknown?][];
  return new Map(pairs.map(([key, cell]) => [key, cell === undefined ? undefined : decodeCell(cell)]));
}

export function encodeCell(cell: Cell): unknown {
  if (cell instanceof Uint8Array) return { $hex: toHex(cell) };
  if (typeof cell === 'bigint') return { $int: cell.toString() };
  if (isList(cell)) return cell.map(encodeCell);
  if (cell !== null && typeof cell === 'object') {
    return Object.fromEntries(Object.entries(cell).map(([key, item]) => [key, encodeCell(item)]));
  }
  return cell;
}

export function decodeCell(encoded: unknown): Cell {
  if (Array.isArray(encoded)) return encoded.map(decodeCell);
  if (encoded === null || typeof encoded !== 'object') return encoded as Cell;
  const tagged = encoded as { $hex?: string; $int?: string };
  if (tagged.$hex !== undefined) return fromHex(tagged.$hex);
  if (tagged.$int !== undefined) return BigInt(tagged.$int);
  return Object.fromEntries(Object.entries(encoded).map(([key, item]) => [key, decodeCell(item)]));
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell);
}
