import { bigintOf, makeLimbs, readDecimal } from './limbs.ts';
import { packedBalanceBytes, writeBalance } from './packed-balances.ts';

/** Accounts of one asset with their owners and what they are owed, as the database wrote them out. */
export type AccountRows = {
  readonly count: number;
  /** All rows. The owner at each place, in the order of the account ids, begins and ends there. */
  readonly text: Buffer;
  readonly ownerBegins: (place: number) => number;
  readonly ownerEnds: (place: number) => number;
  /** What each account is owed, packed, in the order of the account ids, the smallest first. */
  readonly balances: Buffer;
  /** All of them together, base units. */
  readonly sum: bigint;
};

const [space, lineFeed, zero] = [0x20, 0x0a, 0x30];

/**
 * Reads rows of text, `<account id> <owner> <amount>` and a line feed each, in sets of whole rows. Owners stay where they lie in the
 * text, and amounts become the bytes that are stored: a million objects would cost more than all hashes.
 * @throws RangeError for an amount that does not fit or is negative
 */
export function openAccountRows(sets: readonly Uint8Array[]): AccountRows {
  const text = Buffer.concat(sets);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text[at] === lineFeed) count += 1;
  const ids = new Float64Array(count);
  const owners = new Uint32Array(count);
  const amounts = new Uint32Array(count);
  // Byte by byte: asking for the next space takes longer than passing by an address.
  for (let row = 0, at = 0; row < count; row += 1) {
    let id = 0;
    for (; text[at] !== space; at += 1) id = id * 10 + (text[at] as number) - zero;
    ids[row] = id;
    owners[row] = at + 1;
    for (at += 1; text[at] !== space;) at += 1;
    amounts[row] = at + 1;
    while (text[at] !== lineFeed) at += 1;
    at += 1;
  }
  const rows = inOrder(ids);
  const amountBegins = (place: number): number => amounts[rows[place] as number] as number;
  return {
    count,
    text,
    ownerBegins: (place) => owners[rows[place] as number] as number,
    ownerEnds: (place) => amountBegins(place) - 1,
    ...packBalances(text, count, (place) => ({
      accountId: ids[rows[place] as number] as number,
      amountBegins: amountBegins(place),
    })),
  };
}

function packBalances(
  text: Buffer,
  count: number,
  rowAt: (place: number) => { readonly accountId: number; readonly amountBegins: number },
): Pick<AccountRows, 'balances' | 'sum'> {
  const balances = Buffer.alloc(count * packedBalanceBytes);
  const [limbs, sums] = [makeLimbs(), makeLimbs()];
  for (let place = 0; place < count; place += 1) {
    const { accountId, amountBegins: from } = rowAt(place);
    let to = from;
    while (text[to] !== lineFeed) to += 1;
    const width = readDecimal(text, { from, to }, limbs);
    writeBalance(balances, place, { accountId, amount: { limbs, width } });
    // Exact up to 2^29 accounts.
    for (let limb = 0; limb < width; limb += 1) sums[limb] = (sums[limb] as number) + (limbs[limb] as number);
  }
  return { balances, sum: bigintOf(sums) };
}

/** Which row stands at each place of the order. The database reads tables as they lie, which mostly is that order already. */
function inOrder(ids: Float64Array): Uint32Array {
  const rows = new Uint32Array(ids.length);
  let rises = true;
  for (let row = 0; row < ids.length; row += 1) {
    rows[row] = row;
    if (row > 0 && (ids[row] as number) <= (ids[row - 1] as number)) rises = false;
  }
  return rises ? rows : rows.sort((one, other) => (ids[one] as number) - (ids[other] as number));
}
