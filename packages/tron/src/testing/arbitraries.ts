import { unitsMax, units, type Units } from '@tern/money/units';
import fc from 'fast-check';
import { findAddressFromBytes, type TronAddress } from '../address.ts';
import { buildPermissionUpdate } from '../build-permission-update.ts';
import { buildStaking } from '../build-staking.ts';
import { buildTokenTransfer } from '../build-token-transfer.ts';
import { buildTransfer } from '../build-transfer.ts';
import type {
  PermissionTransaction,
  RawTransaction,
  ReferenceBlock,
  StakingTransaction,
  TransactionFrame,
} from '../transaction.ts';

export const addresses: fc.Arbitrary<TronAddress> = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => findAddressFromBytes(bytes) as TronAddress);

function sunAmounts(max: bigint): fc.Arbitrary<Units> {
  return fc.bigInt({ min: 1n, max }).map(units);
}

export const tokenAmounts: fc.Arbitrary<Units> = fc.bigInt({ min: 1n, max: unitsMax }).map(units);

export const referenceBlocks: fc.Arbitrary<ReferenceBlock> = fc
  .tuple(fc.nat({ max: 2 ** 31 }), fc.uint8Array({ minLength: 24, maxLength: 24 }), fc.nat({ max: 2 ** 31 }))
  .map(([number, hash, seconds]) => ({
    number,
    id: number.toString(16).padStart(16, '0') + Buffer.from(hash).toString('hex'),
    timeMs: seconds * 1000,
  }));

export const frames: fc.Arbitrary<TransactionFrame> = fc
  .record({
    refBlock: referenceBlocks,
    lifetimeMs: fc.integer({ min: 1, max: 86_400_000 }),
    memo: fc.string({ unit: 'grapheme', maxLength: 60 }),
    byActive: fc.boolean(),
  })
  .map(({ refBlock, lifetimeMs, memo, byActive }) => ({
    refBlock,
    timestampMs: refBlock.timeMs + 1,
    expirationMs: refBlock.timeMs + lifetimeMs,
    ...(memo === '' ? {} : { memo }),
    ...(byActive ? { permissionId: 2 as const } : {}),
  }));

/** Transfers of both kinds with amounts of sun up to `sunMax` (2^63 − 1 is the chain's own bound). */
export function rawTransactions(sunMax = 2n ** 63n - 1n): fc.Arbitrary<RawTransaction> {
  const parties = fc.uniqueArray(addresses, { minLength: 3, maxLength: 3 }) as fc.Arbitrary<
    [TronAddress, TronAddress, TronAddress]
  >;
  const sun = sunAmounts(sunMax);
  return fc.oneof(
    fc
      .tuple(parties, sun, frames)
      .map(([[owner, to], amountSun, frame]) => buildTransfer({ owner, to, amountSun, ...frame })),
    fc
      .tuple(parties, tokenAmounts, sun, frames)
      .map(([[owner, to, contract], amount, feeLimitSun, frame]) =>
        buildTokenTransfer({ owner, to, contract, amount, feeLimitSun, ...frame }),
      ),
  );
}

/** Every step of staking, of both resources, with up to `sunMax` sun. */
export function stakingTransactions(sunMax = 2n ** 63n - 1n): fc.Arbitrary<StakingTransaction> {
  const parties = fc.uniqueArray(addresses, { minLength: 2, maxLength: 2 }) as fc.Arbitrary<[TronAddress, TronAddress]>;
  return fc
    .record({
      kind: fc.constantFrom('stake', 'unstake', 'delegate', 'undelegate', 'withdraw-unstaked'),
      parties,
      resource: fc.constantFrom('bandwidth', 'energy'),
      amountSun: sunAmounts(sunMax),
      frame: frames,
    })
    .map(({ kind, parties: [owner, to], resource, amountSun, frame: { refBlock, expirationMs, timestampMs } }) => {
      const times = { refBlock, expirationMs, timestampMs };
      if (kind === 'withdraw-unstaked') return buildStaking({ staking: { kind, owner }, ...times });
      return kind === 'stake' || kind === 'unstake'
        ? buildStaking({ staking: { kind, owner, resource, amountSun }, ...times })
        : buildStaking({ staking: { kind, owner, to, resource, amountSun }, ...times });
    });
}

/** Accounts given to one to five others, with any operations left. */
export function permissionTransactions(): fc.Arbitrary<PermissionTransaction> {
  return fc
    .record({
      parties: fc.uniqueArray(addresses, { minLength: 2, maxLength: 6 }),
      threshold: fc.nat(),
      operations: fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 12 }),
      frame: frames,
    })
    .map(({ parties: [owner, ...others], threshold, operations, frame: { memo: _memo, ...frame } }) =>
      buildPermissionUpdate({
        permission: {
          kind: 'restrict',
          owner: owner as TronAddress,
          owners: { addresses: others, threshold: 1 + (threshold % others.length) },
          operations: operations.toSorted((left, right) => left - right),
        },
        ...frame,
      }),
    );
}
