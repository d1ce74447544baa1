import { readSixteen, writeSixteen, type Limbs, type Sized } from './limbs.ts';

/** An account and what it is owed: 8 and 16 bytes. */
export const packedBalanceBytes = 24;

/** Writes an account and what it is owed to its place, where nothing was before. @throws RangeError for an amount that does not fit */
export function writeBalance(
  packed: Buffer,
  place: number,
  { accountId, amount }: { readonly accountId: number; readonly amount: Sized },
): void {
  const at = place * packedBalanceBytes;
  packed.writeUInt32BE(Math.floor(accountId / 2 ** 32), at);
  packed.writeUInt32BE(accountId % 2 ** 32, at + 4);
  writeSixteen(amount, packed, at + 8);
}

/** Reads what the account at a place is owed. Returns its width. */
export function readBalance(packed: Buffer, place: number, limbs: Limbs): number {
  return readSixteen(packed, place * packedBalanceBytes + 8, limbs);
}

/** What the account at a place is owed, base units. */
export function balanceAt(packed: Buffer, place: number): bigint {
  const at = place * packedBalanceBytes + 8;
  return (packed.readBigUInt64BE(at) << 64n) | packed.readBigUInt64BE(at + 8);
}

/** What an account is owed, by halving; 0 where it is not among them. */
export function findBalance(packed: Buffer, accountId: bigint): bigint {
  let [from, to] = [0, packed.length / packedBalanceBytes];
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = packed.readBigUInt64BE(middle * packedBalanceBytes);
    if (found === accountId) return balanceAt(packed, middle);
    if (found < accountId) from = middle + 1;
    else to = middle;
  }
  return 0n;
}
