import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { utils } from 'tronweb';
import { expect, test } from 'vitest';
import { addressToHex, type TronAddress } from './address.ts';
import { CodecFault } from './codec-fault.ts';
import { decodeAnyTransaction, decodeRawTransaction } from './decode-raw-transaction.ts';
import { contractForms, encodeRawTransaction } from './encode-raw-transaction.ts';
import { operationBits } from './house-operations.ts';
import { permissionTransactions, rawTransactions, stakingTransactions } from './testing/arbitraries.ts';
import { encodeTransferCall } from './token-call.ts';
import { transactionId } from './transaction-id.ts';
import type { AnyTransaction, PermissionUpdate, RawTransaction, Staking } from './transaction.ts';

test('writes the bytes that tronweb writes for the same transaction, and the same id', () => {
  // tronweb's own codec rounds numbers above 2^53.
  fc.assert(
    fc.property(anyTransactions(BigInt(Number.MAX_SAFE_INTEGER)), (raw) => {
      const bytes = encodeRawTransaction(raw);
      const theirs = utils.transaction.txJsonToPb(asTronwebJson(raw));
      expect(bytesToHex(bytes)).toBe(utils.transaction.txPbToRawDataHex(theirs).toLowerCase());
      expect(transactionId(bytes)).toBe(utils.transaction.txPbToTxID(theirs).replace(/^0x/, ''));
    }),
    { numRuns: 500 },
  );
});

test('reads back what it writes', () => {
  fc.assert(
    fc.property(anyTransactions(), (raw) => {
      expect(decodeAnyTransaction(encodeRawTransaction(raw))).toEqual(raw);
    }),
    { numRuns: 2_000 },
  );
});

test('M28 every changed byte is refused or read as another transaction, never as the same', () => {
  fc.assert(
    fc.property(anyTransactions(), fc.nat(), fc.integer({ min: 1, max: 255 }), (raw, at, flip) => {
      const bytes = encodeRawTransaction(raw);
      const changed = Uint8Array.from(bytes, (byte, position) => (position === at % bytes.length ? byte ^ flip : byte));
      expect(decodeOrRefuse(changed)).not.toEqual(raw);
    }),
    { numRuns: 5_000 },
  );
});

test('M28 arbitrary bytes are refused with a CodecFault and nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(decodeOrRefuse(bytes)).toBeUndefined();
    }),
    { numRuns: 5_000 },
  );
});

test('M28 a step of staking is no transfer', () => {
  fc.assert(
    fc.property(stakingTransactions(), (raw) => {
      expect(() => decodeRawTransaction(encodeRawTransaction(raw))).toThrow(CodecFault);
    }),
  );
});

function anyTransactions(sunMax?: bigint): fc.Arbitrary<AnyTransaction> {
  return fc.oneof(rawTransactions(sunMax), stakingTransactions(sunMax), permissionTransactions());
}

function decodeOrRefuse(bytes: Uint8Array): AnyTransaction | undefined {
  try {
    return decodeAnyTransaction(bytes);
  } catch (error) {
    if (error instanceof CodecFault) return undefined;
    throw error;
  }
}

function asTronwebJson(raw: AnyTransaction): object {
  const [kind, value] =
    'transfer' in raw
      ? [raw.transfer.kind, transferValue(raw.transfer)]
      : 'staking' in raw
        ? [raw.staking.kind, stakingValue(raw.staking)]
        : [raw.permission.kind, permissionValue(raw.permission)];
  const { typeUrl } = contractForms[kind];
  return {
    raw_data: {
      contract: [
        {
          parameter: { value, type_url: typeUrl },
          type: typeUrl.split('.').at(-1),
          ...(raw.permissionId === undefined ? {} : { Permission_id: raw.permissionId }),
        },
      ],
      ref_block_bytes: raw.refBlockBytes,
      ref_block_hash: raw.refBlockHash,
      expiration: raw.expirationMs,
      timestamp: raw.timestampMs,
      ...(raw.feeLimitSun === 0n ? {} : { fee_limit: raw.feeLimitSun.toString() }),
      ...(raw.memo === undefined ? {} : { data: Buffer.from(raw.memo, 'utf8').toString('hex') }),
    },
  };
}

function transferValue(transfer: RawTransaction['transfer']): object {
  return transfer.kind === 'trx'
    ? {
        owner_address: addressToHex(transfer.owner),
        to_address: addressToHex(transfer.to),
        amount: transfer.amountSun.toString(),
      }
    : {
        owner_address: addressToHex(transfer.owner),
        contract_address: addressToHex(transfer.contract),
        data: bytesToHex(encodeTransferCall(transfer.to, transfer.amount)),
      };
}

function permissionValue({ owner, owners, operations }: PermissionUpdate): object {
  const keysOf = (addresses: readonly TronAddress[]) =>
    addresses.map((address) => ({ address: addressToHex(address), weight: 1 }));
  const active = {
    type: 2,
    permission_name: 'active',
    threshold: 1,
    operations: bytesToHex(operationBits(operations)),
    keys: keysOf([owner]),
  };
  return {
    owner_address: addressToHex(owner),
    owner: { type: 0, permission_name: 'owner', threshold: owners.threshold, keys: keysOf(owners.addresses) },
    actives: [active],
  };
}

function stakingValue(staking: Staking): object {
  const owner = { owner_address: addressToHex(staking.owner) };
  if (staking.kind === 'withdraw-unstaked') return owner;
  const resource = staking.resource.toUpperCase();
  const amount = Number(staking.amountSun);
  switch (staking.kind) {
    case 'stake':
      return { ...owner, resource, frozen_balance: amount };
    case 'unstake':
      return { ...owner, resource, unfreeze_balance: amount };
    case 'delegate':
    case 'undelegate':
      return { ...owner, resource, balance: amount, receiver_address: addressToHex(staking.to) };
  }
}
