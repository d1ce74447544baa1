import { dateShapes, type DateShape } from '../src/shared/date-shapes.ts';
import {
  listKinds,
  units,
  type DatePattern,
  type ListKind,
  type ListPattern,
  type OwnFormats,
  type Unit,
} from '../src/shared/own-formats.ts';

/**
 * Languages for which Chromium has no data and would write "Jan 1" and "3 hours", or for which it says so and writes
 * "M01 1" (docs/decisions/0157). locales.e2e.ts fails when one is missing here.
 */
export const unknownToBrowsers: readonly string[] = ['km', 'lo', 'my', 'ne', 'si', 'kk', 'uz', 'az'];

/** Of which every browser has the data: one of them writes numbers as each of the languages above. */
const wellKnown = ['en', 'id', 'hi', 'uk'];

/** How a language writes dates, units and lists, as the data of this Node has it. Throws when Node has none either. */
export function writeFormats(locale: string): OwnFormats {
  if (Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0) throw new Error(`Node has no data for ${locale}`);
  const patterns = Object.keys(dateShapes).map((shape) => [shape, readPattern(locale, shape as DateShape)]);
  const hours = [1, 13].map((hour) => new Date(2026, 0, 4, hour));
  return {
    numbers: findNumbers(locale),
    dates: Object.fromEntries(patterns) as Record<DateShape, DatePattern>,
    dayPeriods: hours.map((at) => partOf(locale, { hour: 'numeric', hour12: true }, at, 'dayPeriod')),
    // The fourth of January 2026 is a Sunday.
    weekdays: Array.from({ length: 7 }, (_, day) =>
      partOf(locale, dateShapes.weekday, new Date(2026, 0, 4 + day), 'weekday'),
    ),
    units: Object.fromEntries(units.map((unit) => [unit, readUnit(locale, unit)])) as OwnFormats['units'],
    lists: Object.fromEntries(listKinds.map((kind) => [kind, readList(locale, kind)])) as OwnFormats['lists'],
  };
}

const amounts = [0, 5, 1234, 12_345.678, 1_234_567.5];
const samples: readonly [Intl.NumberFormatOptions, readonly number[]][] = [
  [{}, amounts],
  [{ minimumFractionDigits: 6 }, amounts],
  [{ useGrouping: false }, amounts],
  // Thousands of percent are grouped in ways of their own, and never shown.
  [{ style: 'percent', minimumFractionDigits: 2 }, [0, 0.0475, 1]],
];

function findNumbers(locale: string): string {
  const write = (id: string): string =>
    JSON.stringify(
      samples.map(([style, values]) =>
        values.map((value) => new Intl.NumberFormat(`${id}-u-nu-latn`, style).format(value)),
      ),
    );
  const same = wellKnown.find((id) => write(id) === write(locale));
  if (same === undefined) throw new Error(`no well-known language writes numbers as ${locale} does: ${write(locale)}`);
  return same;
}

type Part = Intl.DateTimeFormatPartTypes;

function partsOf(locale: string, options: Intl.DateTimeFormatOptions, at: Date): readonly Intl.DateTimeFormatPart[] {
  return new Intl.DateTimeFormat(`${locale}-u-nu-latn`, options).formatToParts(at);
}

function partOf(locale: string, options: Intl.DateTimeFormatOptions, at: Date, type: Part): string {
  return partsOf(locale, options, at).find((part) => part.type === type)?.value ?? '';
}

/** Read off a moment of which every field has one digit, and its hour is after noon. */
function readPattern(locale: string, shape: DateShape): DatePattern {
  const options = dateShapes[shape];
  const at = new Date(2026, 2, 4, 13, 6, 7);
  const isHalfDay = partOf(locale, options, at, 'dayPeriod') !== '';
  const text = partsOf(locale, options, at)
    .map(({ type, value }) => {
      if (type === 'literal') return value;
      if (type === 'hour') return isHalfDay ? '{hour12}' : isTwo(locale, options, 'hour') ? '{hour2}' : '{hour}';
      if (type === 'minute' || type === 'second') return `{${type}2}`;
      return type === 'day' && isTwo(locale, options, 'day') ? '{day2}' : `{${type}}`;
    })
    .join('')
    // `format` writes a plain one where the parts have a narrow one.
    .replaceAll('\u202f', ' ');
  const months = Array.from({ length: 12 }, (_, month) => partOf(locale, options, new Date(2026, month, 4), 'month'));
  return { text, months: text.includes('{month}') ? months : [] };
}

/** Whether a field of one digit is written with two. */
function isTwo(locale: string, options: Intl.DateTimeFormatOptions, type: Part): boolean {
  return partOf(locale, options, new Date(2026, 2, 4, 3), type).length === 2;
}

const sizes: ReadonlySet<Unit> = new Set(['byte', 'kilobyte', 'megabyte', 'gigabyte']);

function readUnit(locale: string, unit: Unit): readonly [string, string] {
  const unitDisplay = sizes.has(unit) ? 'short' : 'long';
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: 'unit', unit, unitDisplay });
  const write = (value: number): string => format.format(value).replace(String(value), '0');
  return [write(1), write(5)];
}

function readList(locale: string, type: ListKind): ListPattern {
  const format = new Intl.ListFormat(locale, { type });
  const [, first = '', second = '', third = ''] = /^a(.*)b(.*)c(.*)d$/u.exec(format.format(['a', 'b', 'c', 'd'])) ?? [];
  if (first !== second) throw new Error(`a list in ${locale} begins in a way of its own`);
  return { pair: format.format(['0', '1']), middle: `0${second}1`, end: `0${third}1` };
}
