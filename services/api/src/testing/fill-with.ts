type Def = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly in?: Schema;
  readonly valueType?: Schema;
};
/** What of a zod schema is looked at. */
export type Schema = { readonly def: Def };

/** A body of the shape of a zod schema with `text` wherever a text goes, also where its rules would refuse it. */
export function fillWith(schema: unknown, text: string): unknown {
  const def = (schema as Schema | undefined)?.def;
  if (def === undefined) return {};
  if (def.type === 'object') {
    return Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, field]) => [name, fillWith(field, text)]));
  }
  if (def.type === 'string') return text;
  if (def.type === 'enum') return Object.values(def.entries ?? {})[0];
  if (def.type === 'literal') return def.values?.[0];
  if (def.type === 'boolean') return true;
  if (def.type === 'number') return 1;
  if (def.type === 'array') return [fillWith(def.element, text)];
  if (def.type === 'union') return fillWith(def.options?.at(-1), text);
  return fillWith(def.innerType ?? def.in, text);
}
