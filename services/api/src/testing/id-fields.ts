import { contract } from '@tern/contracts/contract';
import type { RouteName } from '../route-access.ts';

type SchemaNode = {
  readonly format?: string | null;
  readonly def: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, SchemaNode>>;
    readonly element?: SchemaNode;
    readonly options?: readonly SchemaNode[];
    readonly valueType?: SchemaNode;
    readonly innerType?: SchemaNode;
    readonly in?: SchemaNode;
  };
};

/** A field of a route that takes an id, for example `swaps.swap id` or `wallets.orderWallets walletIds`. */
export type IdField = `${RouteName} ${string}`;

/** Every field of the contract that takes an id, wherever in path, query or body it stands. Not the client's own keys. */
export function listIdFields(): readonly IdField[] {
  return Object.entries(contract).flatMap(([slice, routes]) =>
    Object.entries(routes as Record<string, { readonly '~orpc': { readonly inputSchema?: unknown } }>).flatMap(
      ([route, described]) => {
        const names = idNames(described['~orpc'].inputSchema as SchemaNode | undefined, '');
        return [...new Set(names)].map((name) => `${slice}.${route} ${name}` as IdField);
      },
    ),
  );
}

function idNames(schema: SchemaNode | undefined, name: string): readonly string[] {
  if (schema === undefined) return [];
  const { type, shape, element, options, valueType, innerType, in: input } = schema.def;
  if (type === 'object') {
    return Object.entries(shape ?? {}).flatMap(([key, field]) =>
      key === 'idempotency-key' || key === 'key' ? [] : idNames(field, key),
    );
  }
  if (type === 'string') return schema.format === 'uuid' ? [name] : [];
  if (type === 'union') return (options ?? []).flatMap((option) => idNames(option, name));
  return idNames(element ?? valueType ?? innerType ?? input, name);
}
