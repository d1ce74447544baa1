import { i18n } from '@lingui/core';
import type { DateShape } from './date-shapes.ts';

/** How a language writes what a browser without its data would write in English; made by the build (write-formats.ts). */
export type OwnFormats = {
  /** A locale whose data every browser has and that writes numbers the same way. */
  readonly numbers: string;
  readonly dates: Readonly<Record<DateShape, DatePattern>>;
  readonly dayPeriods: readonly string[];
  /** From Sunday on. */
  readonly weekdays: readonly string[];
  /** With `0` for the number: of one, and of any other. */
  readonly units: Readonly<Record<Unit, readonly [one: string, other: string]>>;
  readonly lists: Readonly<Record<ListKind, ListPattern>>;
};

export type DatePattern = {
  /** Fields in braces, for example `{day} {month} {year}`; `{day2}` has two digits. */
  readonly text: string;
  readonly months: readonly string[];
};

/** With `0` and `1` for the items. */
export type ListPattern = { readonly pair: string; readonly middle: string; readonly end: string };

export const units = ['second', 'minute', 'hour', 'day', 'byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
export type Unit = (typeof units)[number];

export const listKinds = ['conjunction', 'unit'] as const;
export type ListKind = (typeof listKinds)[number];

const known = new Map<string, OwnFormats>();

/** Keeps what came with a language's texts. */
export function keepOwnFormats(locale: string, formats: OwnFormats): void {
  known.set(locale, formats);
}

/** Those of the language in use; undefined where browsers know it. */
export function findOwnFormats(): OwnFormats | undefined {
  return known.get(i18n.locale);
}
