import { openContract } from '../actuators/open-contract.ts';
import { BroadcastRefusal } from '../chain/refusal.ts';
import { SignatureFault, checkWeight, permitted, signersOf } from '../chain/signatures.ts';
import { transactionId } from '../chain/transaction.ts';
import { toHex } from '../crypto/bytes.ts';
import { formatAddress, formatMessage } from '../json/format-message.ts';
import type { JsonObject } from '../json/format-message.ts';
import { formatBuilt } from '../json/format-transaction.ts';
import { parseTransaction } from '../json/parse-transaction.ts';
import type { Permission, Transaction } from '../proto/types.ts';
import { findAccount } from '../state/accounts.ts';
import { findPermission } from '../state/permissions.ts';
import { viewState } from './handler.ts';
import type { Handler, Request } from './handler.ts';

/** How much of the weight a transaction's permission asks for has signed. */
export const getSignWeight: Handler = (request) => {
  const transaction = parseTransaction(request.params, request.visible);
  const wrapped = wrap(transaction, request);
  try {
    const permission = permissionFor(request, transaction);
    const { approved, weight } = checkWeight(transaction, permission);
    const enough = weight >= permission.threshold;
    return {
      result: enough ? {} : { code: 'NOT_ENOUGH_PERMISSION' },
      approved_list: approved.map((signer) => formatAddress(signer, request.visible)),
      permission: formatMessage('Permission', permission, request.visible),
      ...(weight > 0n ? { current_weight: weight } : {}),
      transaction: wrapped,
    };
  } catch (error) {
    return { result: { code: failureCode(error), message: messageOf(error) }, transaction: wrapped };
  }
};

export const getApprovedList: Handler = (request) => {
  const transaction = parseTransaction(request.params, request.visible);
  const wrapped = wrap(transaction, request);
  try {
    const approved = signersOf(transaction).map((signer) => formatAddress(signer, request.visible));
    return { result: {}, approved_list: approved, transaction: wrapped };
  } catch (error) {
    return { result: { code: failureCode(error), message: messageOf(error) }, transaction: wrapped };
  }
};

function permissionFor(request: Request, { raw_data }: Transaction): Permission {
  const [contract] = raw_data.contract;
  if (contract === undefined) throw new SignatureFault('PERMISSION_ERROR', 'Contract does not exist!');
  const ownerHex = toHex(openContract(contract).owner);
  const state = viewState(request);
  if (findAccount(state, ownerHex) === undefined) {
    throw new SignatureFault('PERMISSION_ERROR', 'Account does not exist!');
  }
  const permission = findPermission(state, ownerHex, contract.Permission_id);
  if (permission === undefined) {
    throw new SignatureFault('PERMISSION_ERROR', 'Permission for this, does not exist!');
  }
  if (contract.Permission_id !== 0) {
    if (permission.type !== 'Active') throw new SignatureFault('PERMISSION_ERROR', 'Permission type is wrong!');
    if (!permitted(permission, contract.type)) throw new SignatureFault('PERMISSION_ERROR', 'Permission denied!');
  }
  return permission;
}

function wrap(transaction: Transaction, { visible }: Request): JsonObject {
  return { result: { result: true }, txid: transactionId(transaction), transaction: formatBuilt(transaction, visible) };
}

function failureCode(error: unknown): string {
  if (error instanceof SignatureFault) return error.code;
  if (error instanceof BroadcastRefusal) return 'OTHER_ERROR';
  throw error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
