import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import type { Field, Type } from 'protobufjs';
import type { Messages } from './types.ts';

const schema = readFileSync(new URL('./tron.proto', import.meta.url), 'utf8');
const { root } = protobuf.parse(schema, { keepCase: true });
root.resolveAll();

export const typeUrlPrefix = 'type.googleapis.com/protocol.';

/** Those of the subset that were asked for: names come from requests too, and what is not there is not kept. */
const types = new Map<string, Type>();

/** The reflected message type, for example `Transaction.raw`; `undefined` when the subset has no such message. */
export function findMessageType(name: string): Type | undefined {
  const known = types.get(name);
  if (known !== undefined) return known;
  const found = root.lookup(`protocol.${name}`, [protobuf.Type]);
  if (!(found instanceof protobuf.Type)) return undefined;
  types.set(name, found);
  return found;
}

function getMessageType(name: string): Type {
  const type = findMessageType(name);
  if (type === undefined) throw new Error(`no message ${name} in tron.proto`);
  return type;
}

/** The number of a contract type, by which permissions name it; `undefined` when the subset has no such type. */
export function findContractNumber(type: string): number | undefined {
  return root.lookupEnum('protocol.Transaction.Contract.ContractType').values[type];
}

/** Encodes canonically: proto3 defaults are left out and fields are written in the order of their numbers. */
export function encodeMessage<Name extends keyof Messages>(name: Name, message: Partial<Messages[Name]>): Uint8Array {
  const type = getMessageType(name);
  const bytes = type.encode(type.fromObject(withoutDefaults(type, message))).finish();
  return Uint8Array.from(bytes);
}

/**
 * Decodes with every field present (defaults filled in; an absent message is `null`).
 * Throws when the bytes are not such a message.
 */
export function decodeMessage<Name extends keyof Messages>(name: Name, bytes: Uint8Array): Messages[Name] {
  const type = getMessageType(name);
  const decoded = type.toObject(type.decode(bytes), {
    longs: BigInt,
    enums: String,
    defaults: true,
    arrays: true,
  });
  return plainBytes(decoded) as Messages[Name];
}

/** Whether a field's value is what proto3 leaves out. A field marked `optional` keeps its zero. */
export function isDefault(field: Field, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (field.options?.['proto3_optional'] === true) return false;
  if (value === false || value === '' || value === 0 || value === 0n) return true;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length === 0;
  return field.resolvedType instanceof protobuf.Enum && field.resolvedType.values[String(value)] === 0;
}

function withoutDefaults(type: Type, message: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const value = message[field.name];
    if (isDefault(field, value)) continue;
    const nested = field.resolvedType;
    if (!(nested instanceof protobuf.Type)) {
      kept[field.name] = value;
    } else if (Array.isArray(value)) {
      kept[field.name] = value.map((item) => withoutDefaults(nested, item as Record<string, unknown>));
    } else {
      kept[field.name] = withoutDefaults(nested, value as Record<string, unknown>);
    }
  }
  return kept;
}

/** protobufjs hands out Node buffers that share a pool: own copies keep later writes from reaching them. */
function plainBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return value.map(plainBytes);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainBytes(item)]));
  }
  return value;
}
