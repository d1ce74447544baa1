import { RequestError, javaClasses } from '../http/request-error.ts';
import { encodeMessage, findMessageType, typeUrlPrefix } from '../proto/codec.ts';
import type { ContractCall, Messages, Transaction, TransactionRaw } from '../proto/types.ts';
import type { JsonObject } from './format-message.ts';
import { parseHex, parseInt64, parseMessage, parseObject } from './parse-message.ts';

/**
 * Builds the transaction from its JSON `raw_data` and `signature`. As on a real node, `raw_data_hex` and `txID` beside them
 * count for nothing.
 */
export function parseTransaction(json: JsonObject, visible: boolean): Transaction {
  const signatures = Array.isArray(json['signature']) ? json['signature'] : [];
  return {
    raw_data: parseRaw(parseObject(json['raw_data'], 'raw_data'), visible),
    signature: signatures.map((item) => parseHex(item)),
  };
}

function parseRaw(raw: JsonObject, visible: boolean): TransactionRaw {
  const contracts = Array.isArray(raw['contract']) ? raw['contract'] : [];
  return {
    ref_block_bytes: bytesOf(raw['ref_block_bytes']),
    ref_block_hash: bytesOf(raw['ref_block_hash']),
    expiration: parseInt64(raw['expiration']),
    timestamp: parseInt64(raw['timestamp']),
    fee_limit: parseInt64(raw['fee_limit']),
    data: bytesOf(raw['data']),
    contract: contracts.map((contract) => parseContract(parseObject(contract, 'contract'), visible)),
  };
}

function parseContract(contract: JsonObject, visible: boolean): ContractCall {
  const type = String(contract['type']);
  const parameter = parseObject(contract['parameter'], 'parameter');
  if (findMessageType(type) === undefined) {
    throw new RequestError(`contract type ${type} is not supported by this chain`, javaClasses.contractValidate);
  }
  const name = type as keyof Messages;
  const value = encodeMessage(name, parseMessage(name, parameter['value'], visible));
  return {
    type,
    parameter: { type_url: String(parameter['type_url'] ?? `${typeUrlPrefix}${type}`), value },
    Permission_id: Number(contract['Permission_id'] ?? 0) | 0,
  };
}

function bytesOf(value: unknown): Uint8Array {
  return typeof value === 'string' ? parseHex(value) : new Uint8Array(0);
}
