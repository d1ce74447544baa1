import { openAccountRows, type AccountRows } from './account-rows.ts';
import { hashBytes, openDrawHashes, type DrawHashes } from './draw-hashes.ts';
import { mostSpare, spreadParts, type FurtherParts, type Spares } from './further-parts.ts';
import { hashList, type TellChunks } from './hash-list.ts';
import { openLeafList, wholeLines, type LeafList } from './leaf-list.ts';
import { openLeafTexts } from './leaf-texts.ts';
import { exceeds, limbsOf, makeLimbs, type Sized } from './limbs.ts';
import type { BuiltList, ListOrder, ListPiece } from './list-order.ts';
import { balanceAt, readBalance } from './packed-balances.ts';
import { openSplitter, splitBalance, type SplitRules } from './split-balance.ts';
import { openSmallSplitter } from './split-small.ts';

/** What a list is built for. */
export type ListSurroundings = {
  /** Called every few milliseconds, and may take its time. */
  readonly giveWay: () => void;
  /** Takes each piece as soon as it is whole, the balances first and then the chunks in their order. */
  readonly tell: (piece: ListPiece) => void;
};

/**
 * The list of one asset. The balances are split in a second round: into how many parts follows from how many lines all of them need.
 * @throws RangeError for an amount that does not fit or is negative
 */
export function buildList({ rules, house, customers }: ListOrder, { giveWay, tell }: ListSurroundings): BuiltList {
  const own = house.flatMap((each) => splitBalance(each, rules));
  const accounts = openAccountRows(customers);
  const hashes = openDrawHashes(rules.seed, rules.assetId);
  const counted = countParts(accounts, rules, hashes, giveWay);
  const needed = own.length + counted.needed;
  const count = wholeLines(needed);
  const further = spreadParts(counted, count - needed);
  const leaves = openLeafList(count);
  for (const part of own) leaves.add(part);
  splitAll({ accounts, rules, hashes, counted, further, leaves, giveWay });
  tell({ kind: 'balances', balances: accounts.balances });
  const lines = leaves.finish(rules);
  const tellChunks: TellChunks = (chunk, some, middleNodes) =>
    tell({ kind: 'chunks', chunk, lines: some, middleNodes });
  return { ...hashList(lines, { giveWay, tell: tellChunks }), count, further, listed: accounts.sum };
}

/** Some milliseconds of work. */
const accountsAtOnce = 1_024;

type Counted = Spares & {
  /** Lines that all balances need at least. */
  readonly needed: number;
  /** The first hash of each owner: it counts the parts here and splits the balance later. */
  readonly firstHashes: Buffer;
};

function countParts(accounts: AccountRows, rules: SplitRules, hashes: DrawHashes, giveWay: () => void): Counted {
  const { count, text, balances } = accounts;
  const firstHashes = Buffer.allocUnsafeSlow(count * hashBytes);
  const spares = new Uint32Array(count);
  const splitter = openSplitter(rules);
  const isLarge = openSize(rules.partMax);
  const amount = makeLimbs();
  let needed = 0;
  for (let place = 0; place < count; place += 1) {
    if (place % accountsAtOnce === 0) giveWay();
    hashes.begin(text, accounts.ownerBegins(place), accounts.ownerEnds(place));
    hashes.write(0, firstHashes, place * hashBytes);
    const width = readBalance(balances, place, amount);
    if (isLarge({ limbs: amount, width })) {
      const parts = splitter.count({ owner: ownerAt(accounts, place), amount: balanceAt(balances, place) });
      needed += Number(parts.needed);
      spares[place] = parts.spare.spare < mostSpare ? Number(parts.spare.spare) : mostSpare;
      continue;
    }
    const low = (amount[0] as number) + (width > 1 ? (amount[1] as number) * 2 ** 24 : 0);
    const units = width > 2 ? mostSpare : Math.min(low, mostSpare + 2);
    needed += Math.min(units, 2);
    spares[place] = Math.max(units - 2, 0);
  }
  const drawAt = (place: number): bigint =>
    BigInt.asUintN(62, firstHashes.readBigUInt64BE(place * hashBytes + numberAt));
  return { needed, spares, firstHashes, drawAt };
}

/** Where the low half of the first number stands in a hash. */
const numberAt = 24;

function openSize(partMax: bigint): (amount: Sized) => boolean {
  const most = limbsOf(partMax);
  return (amount) => exceeds(amount, most);
}

function ownerAt({ text, ownerBegins, ownerEnds }: AccountRows, place: number): string {
  return text.toString('latin1', ownerBegins(place), ownerEnds(place));
}

function splitAll(work: {
  readonly accounts: AccountRows;
  readonly rules: SplitRules;
  readonly hashes: DrawHashes;
  readonly counted: Counted;
  readonly further: FurtherParts;
  readonly leaves: LeafList;
  readonly giveWay: () => void;
}): void {
  const { accounts, rules, hashes, counted, further, leaves, giveWay } = work;
  const { count, text, balances } = accounts;
  const { spares, firstHashes } = counted;
  const isLarge = openSize(rules.partMax);
  const furtherAt = openFurther(counted, further);
  const texts = openLeafTexts(rules);
  const small = openSmallSplitter(hashes, (part, amount, nonce, at) =>
    leaves.addText(texts.textOf(part, amount, nonce, at), amount),
  );
  const limbs = makeLimbs();
  for (let place = 0; place < count; place += 1) {
    if (place % accountsAtOnce === 0) giveWay();
    const balance = { limbs, width: readBalance(balances, place, limbs) };
    if (isLarge(balance)) {
      const owed = { owner: ownerAt(accounts, place), amount: balanceAt(balances, place) };
      for (const part of splitBalance(owed, rules, further)) leaves.add(part);
      continue;
    }
    const [from, to] = [accounts.ownerBegins(place), accounts.ownerEnds(place)];
    hashes.begin(text, from, to);
    texts.begin(text, from, to);
    const needed = balance.width === 1 && limbs[0] === 1 ? 1 : 2;
    const parts = needed + Math.min(furtherAt(place), spares[place] as number);
    small.split(balance, parts, { bytes: firstHashes, at: place * hashBytes });
  }
}

/** How many parts more the balance at a place gets if it has units for them. By 32 bits at a time, without a bigint for each. */
function openFurther({ firstHashes }: Counted, { every, below }: FurtherParts): (place: number) => number {
  const [high, low] = [Number(below >> 32n), Number(below & 0xffff_ffffn)];
  return (place) => {
    const at = place * hashBytes + numberAt;
    const drawnHigh = firstHashes.readUInt32BE(at) & 0x3fff_ffff;
    const isBelow = drawnHigh < high || (drawnHigh === high && firstHashes.readUInt32BE(at + 4) < low);
    return every + (isBelow ? 1 : 0);
  };
}
