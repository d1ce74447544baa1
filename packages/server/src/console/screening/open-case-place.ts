import { unitsFromWire, unitsToWire } from '@tern/money/units';
import type { OpenCasePlace } from '../../people/screening/public.ts';
import { invalidCursor } from '../../platform/list-place.ts';

/** The place of an open case in its list, by value and then by id, as a cursor. Pure. */
export function writeCasePlace({ usdtValue, id }: OpenCasePlace): string {
  return `${usdtValue === null ? 'none' : unitsToWire(usdtValue)}.${id}`;
}

/** Throws `INPUT_INVALID` unless `text` is what `writeCasePlace` made. */
export function readCasePlace(text: string): OpenCasePlace {
  const [, value, id] = /^(none|0|[1-9]\d{0,77})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (value === undefined || id === undefined) throw invalidCursor();
  return { usdtValue: value === 'none' ? null : unitsFromWire(value), id: id as OpenCasePlace['id'] };
}
