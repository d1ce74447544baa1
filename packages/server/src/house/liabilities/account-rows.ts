import { packedBalanceBytes, writeBalance } from './packed-balances.ts';

/** Accounts of one asset with their owners and what they are owed, as the database wrote them out. */
export type AccountRows = {
  readonly count: number;
  /** In the order of the account ids, the smallest first. */
  readonly ownerAt: (place: number) => string;
  /** Base units, from 1. */
  readonly amountAt: (place: number) => bigint;
  /** All accounts in their order, 24 bytes each. */
  readonly pack: () => Buffer;
};

const [space, lineFeed, zero] = [0x20, 0x0a, 0x30];

/** Digits that a number surely holds. */
const safeDigits = 15;

/**
 * Reads rows of text, `<account id> <owner> <amount>` and a line feed each, in sets of whole rows. What a row says is read when it is
 * asked for: a million objects would cost more than all hashes.
 */
export function openAccountRows(sets: readonly Uint8Array[]): AccountRows {
  const text = Buffer.concat(sets);
  let count = 0;
  for (const byte of text) if (byte === lineFeed) count += 1;
  const ids = new Float64Array(count);
  const owners = new Uint32Array(count);
  const amounts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  for (let row = 0, at = 0; row < count; row += 1) {
    let id = 0;
    for (; text[at] !== space; at += 1) id = id * 10 + (text[at] as number) - zero;
    ids[row] = id;
    owners[row] = at + 1;
    at = text.indexOf(space, at + 1);
    amounts[row] = at + 1;
    at = text.indexOf(lineFeed, at + 1);
    ends[row] = at;
    at += 1;
  }
  const rows = inOrder(ids);
  const amountAt = (place: number): bigint => {
    const row = rows[place] as number;
    const [from, to] = [amounts[row] as number, ends[row] as number];
    if (to - from > safeDigits) return BigInt(text.toString('latin1', from, to));
    let amount = 0;
    for (let at = from; at < to; at += 1) amount = amount * 10 + (text[at] as number) - zero;
    return BigInt(amount);
  };
  return {
    count,
    ownerAt: (place) => {
      const row = rows[place] as number;
      return text.toString('latin1', owners[row], (amounts[row] as number) - 1);
    },
    amountAt,
    pack: () => {
      const packed = Buffer.alloc(count * packedBalanceBytes);
      for (let place = 0; place < count; place += 1)
        writeBalance(packed, place, {
          accountId: BigInt(ids[rows[place] as number] as number),
          amount: amountAt(place),
        });
      return packed;
    },
  };
}

/** Which row stands at each place of the order. The database reads tables as they lie, which mostly is that order already. */
function inOrder(ids: Float64Array): Uint32Array {
  const rows = Uint32Array.from(ids, (_, row) => row);
  const rises = ids.every((id, row) => row === 0 || id > (ids[row - 1] as number));
  return rises ? rows : rows.sort((one, other) => (ids[one] as number) - (ids[other] as number));
}
