/** JSON in which 64-bit integers are bare numbers, as Tron's nodes write them. */

/** `bigint` becomes a JSON number of full precision. */
export function stringify(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawNumber(item) : item));
}

/**
 * Integers beyond 2^53 come back as `bigint`, all others as `number`. Members that would replace how an object becomes a
 * text or a number are left out: whatever a request holds can be read as either. Throws `SyntaxError` on bad JSON.
 */
export function parse(text: string): unknown {
  return (JSON.parse as ParseWithSource)(text, (key, value, context) => {
    if (key === 'toString' || key === 'valueOf') return undefined;
    const source = context.source ?? '';
    return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;
  });
}

// The standard library's types do not know these two members yet, Node has had them since 21.
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;
type JsonWithRaw = { rawJSON(text: string): unknown };

function rawNumber(value: bigint): unknown {
  return (JSON as unknown as JsonWithRaw).rawJSON(value.toString());
}
