import { BroadcastRefusal, invalidContract } from '../chain/refusal.ts';
import { hasOperation } from '../chain/signatures.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import type { AccountPermissionUpdateContract, Permission } from '../proto/types.ts';
import { addBalance, findAccount } from '../state/accounts.ts';
import { getParameter } from '../state/parameters.ts';
import { availableOperations, isWitness, putPermissions } from '../state/permissions.ts';
import type { PermissionsCell } from '../state/permissions.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Actuator } from './actuator.ts';

const keysMax = 5;
const activesMax = 8;
const nameMax = 32;
const operationsBytes = 32;

/** Says anew who may sign for an account; the keys that could before cannot unless they are named again. */
export const accountPermissionUpdate: Actuator = (value) => {
  const message = decodeMessage('AccountPermissionUpdateContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const permissions = check(state, message);
      const ownerHex = toHex(message.owner_address);
      const feeSun = getParameter(state, 'getUpdateAccountPermissionFee');
      const { balance } = findAccount(state, ownerHex) ?? { balance: 0n };
      if (balance < feeSun) {
        throw new BroadcastRefusal(
          'CONTRACT_EXE_ERROR',
          `Contract execute error : ${toHex(message.owner_address)} insufficient balance, balance: ${balance}, amount: ${-feeSun}`,
        );
      }
      putPermissions(state, ownerHex, permissions);
      addBalance(state, ownerHex, -feeSun);
      return { feeSun, contractResult: 'SUCCESS' };
    },
  };
};

function check(state: Workspace, message: AccountPermissionUpdateContract): PermissionsCell {
  const { owner_address, owner, witness, actives } = message;
  if (!isAddress(owner_address)) throw invalidContract('invalidate ownerAddress');
  if (findAccount(state, toHex(owner_address)) === undefined) {
    throw invalidContract('ownerAddress account does not exist');
  }
  if (owner === null) throw invalidContract('owner permission is missed');
  const makesBlocks = isWitness(state, toHex(owner_address));
  if (makesBlocks && witness === null) throw invalidContract('witness permission is missed');
  if (!makesBlocks && witness !== null) {
    throw invalidContract("account isn't witness can't set witness permission");
  }
  if (actives.length === 0) throw invalidContract('active permission is missed');
  if (actives.length > activesMax) throw invalidContract('active permission is too many');
  checkPermission(owner, 'Owner');
  if (witness !== null) checkPermission(witness, 'Witness');
  for (const active of actives) checkPermission(active, 'Active');
  return { owner, witness, actives };
}

function checkPermission(permission: Permission, type: Permission['type']): void {
  const { keys, threshold } = permission;
  if (permission.type !== type) throw invalidContract(`${type.toLowerCase()} permission type is error`);
  if (keys.length > keysMax) {
    throw invalidContract(`number of keys in permission should not be greater than ${keysMax}`);
  }
  if (keys.length === 0) throw invalidContract("key's count should be greater than 0");
  if (type === 'Witness' && keys.length !== 1) throw invalidContract("Witness permission's key count should be 1");
  if (threshold <= 0n) throw invalidContract("permission's threshold should be greater than 0");
  if (permission.permission_name.length > nameMax) throw invalidContract("permission's name is too long");
  if (permission.parent_id !== 0) throw invalidContract("permission's parent should be owner");
  if (new Set(keys.map(({ address }) => toHex(address))).size !== keys.length) {
    throw invalidContract(`address should be distinct in permission ${type}`);
  }
  for (const { address, weight } of keys) {
    if (!isAddress(address)) throw invalidContract('key is not a validate address');
    if (weight <= 0n) throw invalidContract("key's weight should be greater than 0");
  }
  if (keys.reduce((sum, { weight }) => sum + weight, 0n) < threshold) {
    throw invalidContract(`sum of all key's weight should not be less than threshold in permission ${type}`);
  }
  checkOperations(permission);
}

function checkOperations({ type, operations }: Permission): void {
  if (type !== 'Active') {
    if (operations.length > 0) throw invalidContract(`${type} permission needn't operations`);
    return;
  }
  if (operations.length !== operationsBytes) throw invalidContract('operations size must 32');
  for (let number = 0; number < operationsBytes * 8; number += 1) {
    if (hasOperation(operations, number) && !hasOperation(availableOperations, number)) {
      throw invalidContract(`${number} isn't a validate ContractType`);
    }
  }
}
