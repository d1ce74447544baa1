import { assert } from '@tern/base/assert';
import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import { referenceTo } from './reference-block.ts';
import type { RawTransaction, TransactionFrame } from './transaction.ts';

/**
 * Builds a transfer of a TRC-20 token: a call of the contract's `transfer(address,uint256)` with no TRX sent along.
 * `amount` is in base units of the token. `feeLimitSun` bounds what the call may cost in energy, staked energy counted
 * at its price too; a call that would need more fails and still burns up to it
 * (https://developers.tron.network/docs/feelimit).
 *
 * @throws AssertionFault where the amount is zero, the fee limit 2^63 sun or more, the receiver the owner, or the
 *   reference block's id does not carry its number.
 * @example
 * const feeLimitSun = units(30_000_000n);
 * const transfer = { owner: alice, contract: usdt, to: bob, amount: units(5_000_000n), feeLimitSun };
 * buildTokenTransfer({ ...transfer, ...frame }).transfer;
 * // → { kind: 'trc20', owner: alice, contract: usdt, to: bob, amount: 5_000_000n }
 * buildTokenTransfer({ ...transfer, amount: units(0n), ...frame });
 * // throws AssertionFault('a token transfer of nothing')
 */
export function buildTokenTransfer(
  input: TransactionFrame & {
    readonly owner: TronAddress;
    readonly contract: TronAddress;
    readonly to: TronAddress;
    readonly amount: Units;
    readonly feeLimitSun: Units;
  },
): RawTransaction {
  const { owner, contract, to, amount, feeLimitSun, refBlock, expirationMs, timestampMs, memo, permissionId } = input;
  assert(amount > 0n, 'a token transfer of nothing');
  assert(feeLimitSun < 2n ** 63n, `not a fee limit: ${feeLimitSun}`);
  assert(owner !== to, 'a transfer to oneself');
  return {
    transfer: { kind: 'trc20', owner, contract, to, amount },
    ...referenceTo(refBlock),
    expirationMs,
    timestampMs,
    feeLimitSun,
    ...(memo === undefined || memo === '' ? {} : { memo }),
    ...(permissionId === undefined ? {} : { permissionId }),
  };
}
