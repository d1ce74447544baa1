import { consoleContract } from '@tern/contracts/console-contract';
import type { Schema } from '../../testing/fill-with.ts';

type Described = { readonly '~orpc': { readonly inputSchema?: unknown } };
type Field = { readonly def: Schema['def'] & { readonly format?: string } };

/** Every field of a request to the console in which an operator gives a moment or a number of days: `announcements.write sendAt`. */
export function listDates(): readonly string[] {
  const areas = Object.entries(consoleContract as unknown as Record<string, Record<string, Described>>);
  return areas.flatMap(([area, slice]) =>
    Object.entries(slice).flatMap(([name, route]) =>
      datesIn(route['~orpc'].inputSchema, []).map((path) => `${area}.${name} ${path.join('.')}`),
    ),
  );
}

function datesIn(schema: unknown, path: readonly string[]): readonly (readonly string[])[] {
  const def = (schema as Field | undefined)?.def;
  if (def === undefined) return [];
  if (def.format === 'datetime' || def.format === 'date') return [path];
  if (def.type === 'number') return /days|hours|until|minutes/i.test(path.at(-1) ?? '') ? [path] : [];
  const inner = [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => datesIn(field, [...path, name])),
    ...(def.options ?? []).flatMap((option) => datesIn(option, path)),
    ...[def.element, def.valueType, def.innerType, def.in].flatMap((next) => datesIn(next, path)),
  ];
  return [...new Map(inner.map((each) => [each.join('.'), each])).values()];
}
