import { numberParam } from './handler.ts';
import type { Request } from './handler.ts';

const pageMax = 1_000;

/** The part of a list that `offset` and `limit` name; nothing when they name none. */
export function pageOf<Item>(request: Request, items: readonly Item[]): readonly Item[] {
  const [offset, limit] = [numberParam(request, 'offset'), numberParam(request, 'limit')];
  // Absent is zero, as in every message.
  const start = Number.isNaN(offset) ? 0 : offset;
  if (!(start >= 0 && limit > 0)) return [];
  return items.slice(start, start + Math.min(limit, pageMax));
}
