import { bytesToHex } from '@noble/hashes/utils.js';
import { units } from '@tern/money/units';
import { findAddressFromBytes, type TronAddress } from './address.ts';
import { CodecFault } from './codec-fault.ts';
import { contractForms, encodeRawTransaction, resourceCodes } from './encode-raw-transaction.ts';
import { listOperations } from './house-operations.ts';
import { readFields, readMessage } from './protobuf-reader.ts';
import { findTransferCall } from './token-call.ts';
import type {
  AnyTransaction,
  PermissionUpdate,
  RawTransaction,
  StakeResource,
  Staking,
  TokenTransfer,
  TrxTransfer,
} from './transaction.ts';

/**
 * Reads the bytes of `Transaction.raw` of a transfer, of TRX or of a TRC-20 token. Anything that is not exactly
 * understood is refused: another contract or function, a permission other than the owner's or the first active one, TRX
 * sent along with a call, an unknown or repeated field, and every encoding but the one that `encodeRawTransaction`
 * writes. So whoever signs the bytes signs what was read, and nothing beside it.
 *
 * @throws CodecFault with the reason, also for bytes that are a step of staking or a change of permissions.
 * @example
 * const transfer = buildTransfer({ owner: alice, to: bob, amountSun: units(1_000_000n), ...frame });
 * decodeRawTransaction(encodeRawTransaction(transfer)); // → transfer
 * decodeRawTransaction(Uint8Array.of(0x10, 0x01)); // throws CodecFault('unknown field 2')
 */
export function decodeRawTransaction(bytes: Uint8Array): RawTransaction {
  const decoded = decodeAnyTransaction(bytes);
  if (!('transfer' in decoded)) throw new CodecFault('not a transfer');
  return decoded;
}

/**
 * Reads the bytes of any transaction that this package builds: transfers, steps of staking, changes of permissions. It
 * refuses as `decodeRawTransaction` does.
 *
 * @throws CodecFault with the reason.
 * @example
 * const staking = buildStaking({ staking: { kind: 'withdraw-unstaked', owner: alice }, ...frame });
 * decodeAnyTransaction(encodeRawTransaction(staking)); // → staking
 * decodeRawTransaction(encodeRawTransaction(staking)); // throws CodecFault('not a transfer')
 */
export function decodeAnyTransaction(bytes: Uint8Array): AnyTransaction {
  const raw = readMessage(bytes, [1, 4, 8, 10, 11, 14, 18]);
  const contract = readMessage(raw.bytes(11), [1, 2, 5]);
  const parameter = readMessage(contract.bytes(2), [1, 2]);
  const content = decodeContent(contract.varint(1), new TextDecoder().decode(parameter.bytes(1)), parameter.bytes(2));
  const memo = decodeText(raw.bytes(10));
  const decoded: AnyTransaction = {
    ...content,
    refBlockBytes: bytesToHex(raw.bytes(1)),
    refBlockHash: bytesToHex(raw.bytes(4)),
    expirationMs: decodeTime(raw.varint(8)),
    timestampMs: decodeTime(raw.varint(14)),
    feeLimitSun: units(decodeInt64(raw.varint(18))),
    ...(memo === '' ? {} : { memo }),
    ...decodePermissionId(contract.varint(5)),
  };
  // The same facts can be written in many ways; only the one way we write is accepted, so nothing hides between them.
  if (bytesToHex(encodeRawTransaction(decoded)) !== bytesToHex(bytes))
    throw new CodecFault('not the canonical encoding');
  if (decoded.refBlockBytes.length !== 4 || decoded.refBlockHash.length !== 16)
    throw new CodecFault('no block reference');
  return decoded;
}

function decodeContent(
  type: bigint,
  typeUrl: string,
  value: Uint8Array,
):
  | { readonly transfer: TrxTransfer | TokenTransfer }
  | { readonly staking: Staking }
  | { readonly permission: PermissionUpdate } {
  const kinds = Object.keys(contractForms) as (keyof typeof contractForms)[];
  const kind = kinds.find((each) => contractForms[each].type === type && contractForms[each].typeUrl === typeUrl);
  if (kind === undefined) throw new CodecFault(`contract ${type} ${typeUrl} is not understood`);
  if (kind === 'trx' || kind === 'trc20') return { transfer: decodeTransfer(kind, value) };
  if (kind === 'restrict') return { permission: decodePermissionUpdate(value) };
  return { staking: decodeStaking(kind, value) };
}

function decodePermissionId(id: bigint): { readonly permissionId?: 2 } {
  if (id === 0n) return {};
  if (id !== 2n) throw new CodecFault(`permission ${id} is not understood`);
  return { permissionId: 2 };
}

/** What is not named here is compared with the one way it is written, as everything is. */
function decodePermissionUpdate(value: Uint8Array): PermissionUpdate {
  const fields = readMessage(value, [1, 2, 4]);
  const ownerFields = readFields(fields.bytes(2));
  const threshold = ownerFields.find(({ number }) => number === 4)?.value ?? 0n;
  if (typeof threshold !== 'bigint' || threshold > 5n) throw new CodecFault('not a threshold');
  const addresses = ownerFields
    .filter(({ number }) => number === 7)
    .map(({ value: key }) => {
      if (typeof key === 'bigint') throw new CodecFault('a key is not bytes');
      return decodeAddress(readMessage(key, [1, 2]).bytes(1));
    });
  const active = readMessage(fields.bytes(4), [1, 3, 4, 6, 7]);
  return {
    kind: 'restrict',
    owner: decodeAddress(fields.bytes(1)),
    owners: { addresses, threshold: Number(threshold) },
    operations: listOperations(active.bytes(6)),
  };
}

function decodeTransfer(kind: 'trx' | 'trc20', value: Uint8Array): TrxTransfer | TokenTransfer {
  if (kind === 'trx') {
    const fields = readMessage(value, [1, 2, 3]);
    const amountSun = units(decodeInt64(fields.varint(3)));
    return { kind, owner: decodeAddress(fields.bytes(1)), to: decodeAddress(fields.bytes(2)), amountSun };
  }
  const fields = readMessage(value, [1, 2, 4]);
  const call = findTransferCall(fields.bytes(4));
  if (call === undefined) throw new CodecFault('not a call of transfer(address,uint256)');
  return { kind, owner: decodeAddress(fields.bytes(1)), contract: decodeAddress(fields.bytes(2)), ...call };
}

function decodeStaking(kind: Staking['kind'], value: Uint8Array): Staking {
  switch (kind) {
    case 'stake':
    case 'unstake': {
      const fields = readMessage(value, [1, 2, 3]);
      const amountSun = units(decodeInt64(fields.varint(2)));
      return { kind, owner: decodeAddress(fields.bytes(1)), resource: decodeResource(fields.varint(3)), amountSun };
    }
    case 'delegate':
    case 'undelegate': {
      const fields = readMessage(value, [1, 2, 3, 4]);
      return {
        kind,
        owner: decodeAddress(fields.bytes(1)),
        to: decodeAddress(fields.bytes(4)),
        resource: decodeResource(fields.varint(2)),
        amountSun: units(decodeInt64(fields.varint(3))),
      };
    }
    case 'withdraw-unstaked':
      return { kind, owner: decodeAddress(readMessage(value, [1]).bytes(1)) };
  }
}

function decodeResource(code: bigint): StakeResource {
  if (code === resourceCodes.bandwidth) return 'bandwidth';
  if (code === resourceCodes.energy) return 'energy';
  throw new CodecFault(`resource ${code} is not understood`);
}

function decodeAddress(bytes: Uint8Array): TronAddress {
  const address = bytes.length === 21 ? findAddressFromBytes(bytes) : undefined;
  if (address === undefined) throw new CodecFault('not an address');
  return address;
}

function decodeInt64(value: bigint): bigint {
  if (value >= 2n ** 63n) throw new CodecFault('negative number');
  return value;
}

function decodeTime(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new CodecFault('time out of range');
  return Number(value);
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CodecFault('memo is not UTF-8');
  }
}
