import { assert } from '@tern/base/assert';
import { zero, type Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import { referenceTo } from './reference-block.ts';
import type { RawTransaction, TransactionFrame } from './transaction.ts';

/**
 * Builds a transfer of TRX. What is still missing is the bytes (`encodeRawTransaction`) and a signature. Reference
 * block and times are best taken from the chain (`getTransactionWindow`). A memo costs the network's memo fee; an empty
 * one is left out.
 *
 * @throws AssertionFault where the amount is not 1 to 2^63 − 1 sun, the receiver is the owner (the chain refuses both),
 *   or the reference block's id does not carry its number.
 * @example
 * const raw = buildTransfer({ owner: alice, to: bob, amountSun: units(1_000_000n), ...frame });
 * raw.transfer; // → { kind: 'trx', owner: alice, to: bob, amountSun: 1_000_000n }
 * raw.refBlockBytes; // → '0007'
 * buildTransfer({ owner: alice, to: alice, amountSun: units(1n), ...frame }); // throws AssertionFault('to oneself')
 */
export function buildTransfer(
  input: TransactionFrame & { readonly owner: TronAddress; readonly to: TronAddress; readonly amountSun: Units },
): RawTransaction {
  const { owner, to, amountSun, refBlock, expirationMs, timestampMs, memo, permissionId } = input;
  assert(amountSun > 0n && amountSun < 2n ** 63n, `not an amount of sun: ${amountSun}`);
  assert(owner !== to, 'a transfer to oneself');
  return {
    transfer: { kind: 'trx', owner, to, amountSun },
    ...referenceTo(refBlock),
    expirationMs,
    timestampMs,
    feeLimitSun: zero,
    ...(memo === undefined || memo === '' ? {} : { memo }),
    ...(permissionId === undefined ? {} : { permissionId }),
  };
}
