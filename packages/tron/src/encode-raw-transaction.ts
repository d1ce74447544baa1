import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { assert } from '@tern/base/assert';
import { addressToBytes, type TronAddress } from './address.ts';
import { operationBits } from './house-operations.ts';
import { bytesField, message, messageField, textField, varintField } from './protobuf-writer.ts';
import { encodeTransferCall } from './token-call.ts';
import type { AnyTransaction, PermissionUpdate, Staking, TokenTransfer, TrxTransfer } from './transaction.ts';

/** Tron's numbers and type names of the contracts written here (core/Tron.proto). */
export const contractForms = {
  trx: { type: 1n, typeUrl: 'type.googleapis.com/protocol.TransferContract' },
  trc20: { type: 31n, typeUrl: 'type.googleapis.com/protocol.TriggerSmartContract' },
  stake: { type: 54n, typeUrl: 'type.googleapis.com/protocol.FreezeBalanceV2Contract' },
  unstake: { type: 55n, typeUrl: 'type.googleapis.com/protocol.UnfreezeBalanceV2Contract' },
  'withdraw-unstaked': { type: 56n, typeUrl: 'type.googleapis.com/protocol.WithdrawExpireUnfreezeContract' },
  delegate: { type: 57n, typeUrl: 'type.googleapis.com/protocol.DelegateResourceContract' },
  undelegate: { type: 58n, typeUrl: 'type.googleapis.com/protocol.UnDelegateResourceContract' },
  restrict: { type: 46n, typeUrl: 'type.googleapis.com/protocol.AccountPermissionUpdateContract' },
} as const;

/** ResourceCode of core/contract/common.proto. */
export const resourceCodes = { bandwidth: 0n, energy: 1n } as const;

/**
 * Writes the protobuf bytes of `Transaction.raw` (core/Tron.proto of https://github.com/tronprotocol/protocol). Their
 * SHA-256 is the transaction's id and the digest that is signed. Equal transactions give equal bytes.
 *
 * @throws AssertionFault where a time is not a whole number of milliseconds up to 2^53 − 1, or the memo holds half of a
 *   surrogate pair.
 * @example
 * const raw = encodeRawTransaction(buildTransfer({ owner: alice, to: bob, amountSun: units(1_000_000n), ...frame }));
 * transactionId(raw); // → 'd868a780b417a16e94dc1379c29a5929e6e1f8e405a0f84c38b71a9034170ead'
 */
export function encodeRawTransaction(raw: AnyTransaction): Uint8Array {
  assert(
    Number.isSafeInteger(raw.expirationMs) && Number.isSafeInteger(raw.timestampMs),
    'times are whole milliseconds',
  );
  assert(raw.memo?.isWellFormed() ?? true, 'a memo without lone surrogates');
  const { kind, value } = encodeContent(raw);
  const form = contractForms[kind];
  const parameter = message(textField(1, form.typeUrl), bytesField(2, value));
  return message(
    bytesField(1, hexToBytes(raw.refBlockBytes)),
    bytesField(4, hexToBytes(raw.refBlockHash)),
    varintField(8, BigInt(raw.expirationMs)),
    bytesField(10, utf8ToBytes(raw.memo ?? '')),
    messageField(
      11,
      message(varintField(1, form.type), messageField(2, parameter), varintField(5, BigInt(raw.permissionId ?? 0))),
    ),
    varintField(14, BigInt(raw.timestampMs)),
    varintField(18, raw.feeLimitSun),
  );
}

function encodeContent(raw: AnyTransaction): {
  readonly kind: keyof typeof contractForms;
  readonly value: Uint8Array;
} {
  if ('transfer' in raw) return { kind: raw.transfer.kind, value: encodeTransfer(raw.transfer) };
  if ('staking' in raw) return { kind: raw.staking.kind, value: encodeStaking(raw.staking) };
  return { kind: raw.permission.kind, value: encodePermissionUpdate(raw.permission) };
}

/** Types of permissions in core/Tron.proto; the owner's is the default and not written. */
export const activeType = 2n;

function encodePermissionUpdate({ owner, owners, operations }: PermissionUpdate): Uint8Array {
  const ownerPermission = message(
    textField(3, 'owner'),
    varintField(4, BigInt(owners.threshold)),
    ...owners.addresses.map(encodeKey),
  );
  const active = message(
    varintField(1, activeType),
    textField(3, 'active'),
    varintField(4, 1n),
    bytesField(6, operationBits(operations)),
    encodeKey(owner),
  );
  return message(bytesField(1, addressToBytes(owner)), messageField(2, ownerPermission), messageField(4, active));
}

/** One key of weight one. */
function encodeKey(address: TronAddress): Uint8Array {
  return messageField(7, message(bytesField(1, addressToBytes(address)), varintField(2, 1n)));
}

function encodeTransfer(transfer: TrxTransfer | TokenTransfer): Uint8Array {
  if (transfer.kind === 'trx') {
    return message(
      bytesField(1, addressToBytes(transfer.owner)),
      bytesField(2, addressToBytes(transfer.to)),
      varintField(3, transfer.amountSun),
    );
  }
  return message(
    bytesField(1, addressToBytes(transfer.owner)),
    bytesField(2, addressToBytes(transfer.contract)),
    bytesField(4, encodeTransferCall(transfer.to, transfer.amount)),
  );
}

function encodeStaking(staking: Staking): Uint8Array {
  const owner = bytesField(1, addressToBytes(staking.owner));
  switch (staking.kind) {
    case 'stake':
    case 'unstake':
      return message(owner, varintField(2, staking.amountSun), varintField(3, resourceCodes[staking.resource]));
    case 'delegate':
    case 'undelegate':
      return message(
        owner,
        varintField(2, resourceCodes[staking.resource]),
        varintField(3, staking.amountSun),
        bytesField(4, addressToBytes(staking.to)),
      );
    case 'withdraw-unstaked':
      return owner;
  }
}
