/** As much of a JSON schema as our contract is described with. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly pattern?: string;
} & Readonly<Partial<Record<Lower | Upper, number>>>;

type Lower = 'minLength' | 'minimum' | 'minItems';
type Upper = 'maxLength' | 'maximum' | 'maxItems';
const lower = ['minLength', 'minimum', 'minItems'] as const satisfies readonly Lower[];
const upper = ['maxLength', 'maximum', 'maxItems'] as const satisfies readonly Upper[];

type Content = { readonly content?: { readonly 'application/json'?: { readonly schema?: Schema } } };
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
};
export type Api = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/**
 * What pages made for `former` cannot do with `today`: a sentence for each route that is gone, each request that is refused now,
 * and each answer that they do not know. What is only new is none.
 */
export function compareApis(former: Api, today: Api): readonly string[] {
  return Object.entries(former.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = today.paths[path]?.[method];
      return now === undefined ? [`${name} is gone`] : compareOperations(name, operation, now);
    }),
  );
}

function compareOperations(name: string, former: Operation, today: Operation): readonly string[] {
  const known = new Map((former.parameters ?? []).map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  const now = new Map((today.parameters ?? []).map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  const asked = [...now].flatMap(([key, { required }]) =>
    required === true && !known.has(key) ? [`${name} ${key} is required now`] : [],
  );
  const given = [...known].flatMap(([key, { schema }]) => {
    const taken = now.get(key);
    return taken === undefined
      ? [`${name} ${key} is not known any more`]
      : refusals(schema, taken.schema, `${name} ${key}`);
  });
  const body = [former.requestBody, today.requestBody].map(schemaOf);
  const answers = Object.entries(former.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, response]) =>
      surprises(schemaOf(response) ?? {}, schemaOf(today.responses[status]) ?? {}, `${name} →`),
    );
  return [...asked, ...given, ...refusals(body[0] ?? {}, body[1] ?? {}, `${name} body`), ...answers];
}

const schemaOf = (content: Content | undefined): Schema | undefined => content?.content?.['application/json']?.schema;
const variantsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] | undefined => anyOf ?? oneOf;
const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;
const valuesOf = (schema: Schema): readonly string[] | undefined =>
  'const' in schema ? [JSON.stringify(schema.const)] : schema.enum?.map((value) => JSON.stringify(value));

/** The fewest that any of the choices leaves. */
function fewest(choices: readonly (readonly string[])[]): readonly string[] {
  return choices.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** What is sent as `former` says and refused as `today` says. */
function refusals(former: Schema, today: Schema, at: string): readonly string[] {
  if (variantsOf(former) !== undefined || variantsOf(today) !== undefined)
    return (variantsOf(former) ?? [former]).flatMap((sent) =>
      fewest((variantsOf(today) ?? [today]).map((taken) => refusals(sent, taken, at))),
    );
  const [sent, taken] = [valuesOf(former), valuesOf(today)];
  if (taken !== undefined) {
    const lost = sent?.filter((value) => !taken.includes(value)) ?? ['anything'];
    return lost.map((value) => `${at} refuses ${value}`);
  }
  const types = typesOf(former).filter((type) => typesOf(today).length > 0 && !typesOf(today).includes(type));
  if (types.length > 0) return types.map((type) => `${at} refuses ${type}`);
  const narrower = [
    ...lower.filter((key) => (today[key] ?? -Infinity) > (former[key] ?? -Infinity)),
    ...upper.filter((key) => (today[key] ?? Infinity) < (former[key] ?? Infinity)),
    ...(today.pattern === undefined || today.pattern === former.pattern ? [] : ['pattern']),
  ];
  const missing = (today.required ?? []).filter((key) => former.required?.includes(key) !== true);
  return [
    ...narrower.map((key) => `${at} is narrower: ${key}`),
    ...missing.map((key) => `${at}.${key} is required now`),
    ...Object.entries(former.properties ?? {}).flatMap(([key, property]) => {
      const now = today.properties?.[key];
      if (now !== undefined) return refusals(property, now, `${at}.${key}`);
      return today.additionalProperties === false ? [`${at}.${key} is not known any more`] : [];
    }),
    ...(former.items === undefined || today.items === undefined ? [] : refusals(former.items, today.items, `${at}[]`)),
  ];
}

/** What is answered as `today` says and not known to `former`. */
function surprises(former: Schema, today: Schema, at: string): readonly string[] {
  if (variantsOf(former) !== undefined || variantsOf(today) !== undefined)
    return (variantsOf(today) ?? [today]).flatMap((told) =>
      fewest((variantsOf(former) ?? [former]).map((known) => surprises(known, told, at))),
    );
  const [known, told] = [valuesOf(former), valuesOf(today)];
  if (known !== undefined) {
    const others = told?.filter((value) => !known.includes(value)) ?? ['anything'];
    return others.map((value) => `${at} may be ${value}`);
  }
  const types = typesOf(today).filter((type) => typesOf(former).length > 0 && !typesOf(former).includes(type));
  if (types.length > 0) return types.map((type) => `${at} may be ${type}`);
  const unsure = (former.required ?? []).filter((key) => today.required?.includes(key) !== true);
  return [
    ...unsure.map((key) => `${at}.${key} may be missing`),
    ...Object.entries(former.properties ?? {}).flatMap(([key, property]) => {
      const now = today.properties?.[key];
      return now === undefined ? [] : surprises(property, now, `${at}.${key}`);
    }),
    ...(former.items === undefined || today.items === undefined ? [] : surprises(former.items, today.items, `${at}[]`)),
  ];
}
