import { sumBytes } from '@tern/proofs/liabilities/sum-node';

const balanceBytes = 24;

/** Accounts and what they are owed, 8 and 16 bytes each, in the order given. */
export function packBalances(accounts: readonly { readonly accountId: bigint; readonly amount: bigint }[]): Buffer {
  const packed = Buffer.allocUnsafe(accounts.length * balanceBytes);
  for (const [at, { accountId, amount }] of accounts.entries()) {
    packed.writeBigUInt64BE(accountId, at * balanceBytes);
    packed.set(sumBytes(amount), at * balanceBytes + 8);
  }
  return packed;
}

/** What an account is owed, by halving; 0 where it is not among them. */
export function findBalance(packed: Buffer, accountId: bigint): bigint {
  let [from, to] = [0, packed.length / balanceBytes];
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = packed.readBigUInt64BE(middle * balanceBytes);
    if (found === accountId) {
      const at = middle * balanceBytes + 8;
      return (packed.readBigUInt64BE(at) << 64n) | packed.readBigUInt64BE(at + 8);
    }
    if (found < accountId) from = middle + 1;
    else to = middle;
  }
  return 0n;
}
