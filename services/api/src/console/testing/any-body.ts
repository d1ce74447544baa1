import fc from 'fast-check';
import type { Schema } from '../../testing/fill-with.ts';

/** What may stand in a field of this name that takes a text. */
export type AnyText = (field: string) => fc.Arbitrary<unknown>;

/** A body of the shape of a zod schema: words of its own where it names them, and `text` wherever a text goes. */
export function anyBody(schema: unknown, text: AnyText, field = ''): fc.Arbitrary<unknown> {
  const def = (schema as Schema | undefined)?.def;
  if (def === undefined) return fc.constant({});
  const like = (inner: unknown, name = field): fc.Arbitrary<unknown> => anyBody(inner, text, name);
  const entries = Object.entries(def.shape ?? {});
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(entries.map(([name, inner]) => [name, like(inner, name)])));
    case 'string':
      return text(field);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer());
    case 'array':
      return fc.array(like(def.element), { maxLength: 3 });
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => like(option)));
    case 'record':
      return fc.dictionary(fc.constantFrom('en', 'de', 'zh'), like(def.valueType), { maxKeys: 2 });
    case 'nullable':
      return fc.option(like(def.innerType));
    default:
      return like(def.innerType ?? def.in);
  }
}
