import { sumBytes } from '@tern/proofs/liabilities/sum-node';

/** An account and what it is owed: 8 and 16 bytes. */
export const packedBalanceBytes = 24;

/** Writes an account and what it is owed to its place. @throws RangeError for an amount that is negative or does not fit */
export function writeBalance(
  packed: Buffer,
  place: number,
  { accountId, amount }: { readonly accountId: bigint; readonly amount: bigint },
): void {
  packed.writeBigUInt64BE(accountId, place * packedBalanceBytes);
  packed.set(sumBytes(amount), place * packedBalanceBytes + 8);
}

/** What an account is owed, by halving; 0 where it is not among them. */
export function findBalance(packed: Buffer, accountId: bigint): bigint {
  let [from, to] = [0, packed.length / packedBalanceBytes];
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = packed.readBigUInt64BE(middle * packedBalanceBytes);
    if (found === accountId) {
      const at = middle * packedBalanceBytes + 8;
      return (packed.readBigUInt64BE(at) << 64n) | packed.readBigUInt64BE(at + 8);
    }
    if (found < accountId) from = middle + 1;
    else to = middle;
  }
  return 0n;
}
