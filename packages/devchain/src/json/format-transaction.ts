import { contractName, transactionId } from '../chain/transaction.ts';
import type { TransactionRecord } from '../chain/types.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage, encodeMessage, findMessageType } from '../proto/codec.ts';
import type { Messages, Transaction } from '../proto/types.ts';
import { formatMessage } from './format-message.ts';
import type { JsonObject } from './format-message.ts';

/** A transaction of the chain, with the outcome in `ret`. */
export function formatTransaction({ transaction, receipt }: TransactionRecord, visible: boolean): JsonObject {
  return { ret: [{ contractRet: receipt.contractResult }], ...formatBare(transaction, visible) };
}

/** A transaction without outcome, for example one just built. */
export function formatBare(transaction: Transaction, visible: boolean): JsonObject {
  const { signature, raw_data } = transaction;
  return {
    ...(signature.length > 0 ? { signature: signature.map(toHex) } : {}),
    txID: transactionId(transaction),
    raw_data: {
      ...formatMessage('Transaction.raw', raw_data, visible),
      contract: formatContracts(transaction, visible),
    },
    raw_data_hex: toHex(encodeMessage('Transaction.raw', raw_data)),
  };
}

/** The answer of endpoints that build a transaction. */
export function formatBuilt(transaction: Transaction, visible: boolean): JsonObject {
  return { visible, ...formatBare(transaction, visible) };
}

function formatContracts({ raw_data }: Transaction, visible: boolean): JsonObject[] {
  return raw_data.contract.map((contract) => {
    const name = contractName(contract) as keyof Messages;
    const known = findMessageType(name) !== undefined;
    const value = known ? formatMessage(name, decodeMessage(name, contract.parameter.value), visible) : {};
    return {
      parameter: { value, type_url: contract.parameter.type_url },
      // Named even where it is the enum's zero value, unlike everything else.
      type: contract.type,
      ...(contract.Permission_id > 0 ? { Permission_id: contract.Permission_id } : {}),
    };
  });
}
