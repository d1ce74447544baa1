import { numberParam } from './handler.ts';
import type { Request } from './handler.ts';
import { RequestError, javaClasses } from './request-error.ts';

const pageMax = 1_000;

/** The part of a list that `offset` and `limit` name; nothing when they name none. */
export function pageOf<Item>(request: Request, items: readonly Item[]): readonly Item[] {
  const [offset, limit] = [pageParam(request, 'offset'), pageParam(request, 'limit')];
  if (offset < 0 || limit <= 0) return [];
  return items.slice(offset, offset + Math.min(limit, pageMax));
}

/** Zero where it is absent, as in every message. */
function pageParam(request: Request, name: string): number {
  const value = request.params[name];
  if (value === undefined) return 0;
  const number = numberParam(request, name);
  if (Number.isNaN(number)) throw new RequestError(`For input string: "${String(value)}"`, javaClasses.numberFormat);
  return number;
}
