import protobuf from 'protobufjs';
import type { Field, Type } from 'protobufjs';
import { toBase58 } from '../crypto/address.ts';
import { toHex, utf8Text } from '../crypto/bytes.ts';
import { findMessageType, isDefault } from '../proto/codec.ts';
import type { Messages } from '../proto/types.ts';

export type JsonObject = Record<string, unknown>;

/**
 * A message as Tron's nodes print it: defaults dropped, bytes as hex; with `visible`, addresses as base58.
 * 64-bit integers stay `bigint` for `stringify`.
 */
export function formatMessage<Name extends keyof Messages>(
  name: Name,
  message: Partial<Messages[Name]>,
  visible: boolean,
): JsonObject {
  return formatFields(getType(name), message, visible);
}

export function formatAddress(address: Uint8Array, visible: boolean): string {
  return visible ? toBase58(address) : toHex(address);
}

/** Tron's rule which byte fields hold addresses. */
export function isAddressField(field: Field): boolean {
  return field.type === 'bytes' && field.name.endsWith('address');
}

/** Byte fields that hold text, which `visible` makes readable. */
const textFields: ReadonlySet<string> = new Set([
  'TransferAssetContract.asset_name',
  'AssetIssueContract.name',
  'AssetIssueContract.abbr',
  'AssetIssueContract.description',
  'AssetIssueContract.url',
  'ParticipateAssetIssueContract.asset_name',
  'UpdateAssetContract.description',
  'UpdateAssetContract.url',
  'ExchangeCreateContract.first_token_id',
  'ExchangeCreateContract.second_token_id',
  'ExchangeInjectContract.token_id',
  'ExchangeWithdrawContract.token_id',
  'ExchangeTransactionContract.token_id',
  'WitnessCreateContract.url',
  'WitnessUpdateContract.update_url',
  'AccountUpdateContract.account_name',
  'SetAccountIdContract.account_id',
]);

/** Tron's rule which byte fields hold text. */
export function isTextField(field: Field): boolean {
  return textFields.has(`${field.parent?.name}.${field.name}`);
}

export function getType(name: string): Type {
  const type = findMessageType(name);
  if (type === undefined) throw new Error(`no message ${name}`);
  return type;
}

function formatFields(type: Type, message: JsonObject, visible: boolean): JsonObject {
  const printed: JsonObject = {};
  for (const field of type.fieldsArray) {
    const value = message[field.name];
    if (isDefault(field, value)) continue;
    printed[field.name] = Array.isArray(value)
      ? value.map((item) => formatValue(field, item, visible))
      : formatValue(field, value, visible);
  }
  return printed;
}

function formatValue(field: Field, value: unknown, visible: boolean): unknown {
  if (field.resolvedType instanceof protobuf.Type)
    return formatFields(field.resolvedType, value as JsonObject, visible);
  if (!(value instanceof Uint8Array)) return value;
  if (isAddressField(field)) return formatAddress(value, visible);
  return visible && isTextField(field) ? utf8Text(value) : toHex(value);
}
