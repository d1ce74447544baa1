import { AssertionFault } from './assert.ts';

/**
 * What has a form on the wire: JSON values, moments, whole numbers of any size, and plain objects and arrays of them. A
 * function, a Map, a Set, a Buffer or an instance of another class has none, and neither has what nobody typed (`unknown`).
 */
export type Sendable =
  | string
  | number
  | boolean
  | bigint
  | Date
  | null
  | undefined
  // The array that may be changed stands for literals: without it they would become readonly, which contracts are not.
  | Sendable[]
  | readonly Sendable[]
  | { readonly [key: string]: Sendable };

/** The type that a value has on the wire: moments and bigints are text, everything else stays, as does `readonly`. */
export type Wire<Value> = Value extends Date | bigint
  ? string
  : Value extends string | number | boolean | null | undefined
    ? Value
    : { [Key in keyof Value]: Wire<Value[Key]> };

/**
 * Turns what the server read or computed into what it answers: a `Date` becomes ISO 8601 in UTC with milliseconds, a bigint
 * (amounts among them) its decimal digits, in every depth of plain objects and arrays. All else stays as it is; what needs
 * no change is not copied. A field that is `undefined` stays so, and JSON leaves it out.
 *
 * A view names the fields that leave and calls this once, at its end: it converts, it chooses nothing.
 *
 * @throws AssertionFault, with the name of the field, on what has no form on the wire: NaN and the infinities, a `Date` that
 * is no moment, functions, symbols, and instances of classes. JSON would write `null` or `{}` for most of them.
 */
export function toWire<const Value extends Sendable>(value: Value): Wire<Value> {
  return convert(value, '') as Wire<Value>;
}

/** `field` is the nearest name on the way to the value, for the message alone. */
function convert(value: unknown, field: string): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : refuse(String(value), field);
    case 'bigint':
      return value.toString();
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return convertItems(value, field);
      if (value instanceof Date)
        return Number.isNaN(value.getTime()) ? refuse('Invalid Date', field) : value.toISOString();
      return convertFields(value as Readonly<Record<string, unknown>>, field);
    case 'function':
    case 'symbol':
      return refuse(`a ${typeof value}`, field);
  }
}

function convertItems(items: readonly unknown[], field: string): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    const converted = convert(item, field);
    if (converted !== item) (copy ??= [...items])[index] = converted;
  }
  return copy ?? items;
}

function convertFields(fields: Readonly<Record<string, unknown>>, field: string): Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(fields);
  if (prototype !== Object.prototype && prototype !== null)
    return refuse(`an instance of ${fields.constructor.name}`, field);
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const converted = convert(fields[key], key);
    // A spread copies a field that is called __proto__ as a field; an assignment to a new object would not.
    if (converted !== fields[key]) (copy ??= { ...fields })[key] = converted;
  }
  return copy ?? fields;
}

function refuse(what: string, field: string): never {
  throw new AssertionFault(`${what} has no form on the wire${field === '' ? '' : ` (${field})`}`);
}
