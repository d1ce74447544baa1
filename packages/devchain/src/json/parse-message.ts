import protobuf from 'protobufjs';
import type { Field, Type } from 'protobufjs';
import { fromBase58 } from '../crypto/address.ts';
import { fromHex, utf8Bytes } from '../crypto/bytes.ts';
import { RequestError, javaClasses } from '../http/request-error.ts';
import type { Messages } from '../proto/types.ts';
import { getType, isAddressField, isTextField } from './format-message.ts';
import type { JsonObject } from './format-message.ts';

/** Reads a message from a node's JSON form; unknown members are ignored. Throws `RequestError` on a wrong value. */
export function parseMessage<Name extends keyof Messages>(name: Name, json: unknown, visible: boolean): Messages[Name] {
  return parseFields(getType(name), json, visible) as Messages[Name];
}

/** An address of a request: 41-hex, or base58 with `visible`. */
export function parseAddress(value: unknown, visible: boolean): Uint8Array {
  if (typeof value !== 'string') throw new RequestError('INVALID address', javaClasses.parse);
  if (visible) {
    const address = fromBase58(value);
    if (address === undefined) throw new RequestError('INVALID base58 String', javaClasses.parse);
    return address;
  }
  return parseHex(value);
}

/** Throws `RequestError` for anything but a JSON object. */
export function parseObject(json: unknown, name: string): JsonObject {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    throw new RequestError(`Expected a ${name} object`, javaClasses.parse);
  }
  return json as JsonObject;
}

export function parseHex(value: unknown): Uint8Array {
  try {
    return fromHex(String(value));
  } catch {
    throw new RequestError('INVALID hex String', javaClasses.parse);
  }
}

/** A 64-bit integer written as number or decimal string; absent is 0. */
export function parseInt64(value: unknown): bigint {
  if (value === undefined || value === null || value === '') return 0n;
  if (typeof value === 'bigint') return BigInt.asIntN(64, value);
  const text = String(value);
  if (!/^-?\d{1,19}$/.test(text)) throw new RequestError(`Couldn't parse integer: ${text}`, javaClasses.parse);
  return BigInt.asIntN(64, BigInt(text));
}

function parseFields(type: Type, json: unknown, visible: boolean): JsonObject {
  const source = parseObject(json, type.name);
  const message: JsonObject = {};
  for (const field of type.fieldsArray) {
    const value = source[field.name];
    if (field.repeated) {
      // One item may stand without a list around it.
      const items: unknown[] = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
      message[field.name] = items.map((item) => parseValue(field, item, visible));
    } else {
      message[field.name] =
        value === undefined || value === null ? emptyValue(field) : parseValue(field, value, visible);
    }
  }
  return message;
}

function parseValue(field: Field, value: unknown, visible: boolean): unknown {
  const nested = field.resolvedType;
  if (nested instanceof protobuf.Type) return parseFields(nested, value, visible);
  if (nested instanceof protobuf.Enum) {
    const name = enumName(nested, value);
    if (name === undefined) {
      throw new RequestError(`Enum type "${nested.name}" has no value named "${String(value)}"`, javaClasses.parse);
    }
    return name;
  }
  if (field.type === 'bytes') {
    if (isAddressField(field)) return parseAddress(value, visible);
    return visible && isTextField(field) ? utf8Bytes(String(value)) : parseHex(value);
  }
  if (field.type === 'int64') return parseInt64(value);
  if (field.type === 'int32') return Number(value) | 0;
  if (field.type === 'bool') return value === true || value === 'true';
  return String(value);
}

/** By number or by name; clients send ABI entries with the compiler's lower-case words. */
function enumName({ values, valuesById }: protobuf.Enum, value: unknown): string | undefined {
  if (typeof value === 'number') return valuesById[value];
  const wanted = String(value).toLowerCase();
  return Object.keys(values).find((name) => name.toLowerCase() === wanted);
}

function emptyValue(field: Field): unknown {
  if (field.resolvedType instanceof protobuf.Type) return null;
  if (field.resolvedType instanceof protobuf.Enum) return field.resolvedType.valuesById[0];
  if (field.type === 'bytes') return new Uint8Array(0);
  if (field.type === 'int64') return 0n;
  if (field.type === 'int32') return 0;
  return field.type === 'bool' ? false : '';
}
