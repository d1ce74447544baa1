import { setImmediate } from 'node:timers/promises';
import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { OwnLiabilities } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { commitPart, type LiabilityPart } from '@tern/proofs/liabilities/liability-part';
import type { SumStep } from '@tern/proofs/liabilities/sum-path';
import type { FurtherParts } from './further-parts.ts';
import { hashChunks, linesPerMiddle } from './hash-list.ts';
import { lineBytes } from './leaf-list.ts';
import { findBalancesAround, findChunksOf, findOpening, listOwnAccounts, type OwnAccount } from './list-store.ts';
import { findBalance } from './packed-balances.ts';
import { splitBalance, type SplitRules } from './split-balance.ts';
import { growLevels, hashLines, pathIn } from './sum-levels.ts';
import { getUpperLevels } from './upper-levels.ts';

/** A list as its owner's paths need it: the tree above the chunks, and those chunks that have lines of theirs. */
type List = { readonly upper: readonly Buffer[]; readonly chunks: Chunk[] };

type Chunk = {
  readonly chunk: number;
  readonly lines: Buffer;
  /** The tree above the chunk's middle nodes. */
  readonly middle: readonly Buffer[];
  /** The trees below those middle nodes that were needed so far. */
  readonly lower: Map<number, readonly Buffer[]>;
};

/**
 * The person's own lines of a snapshot with the secrets that open them and their paths to the published roots. Only what the
 * person is owed is in it. Throws `NOT_FOUND` where there is no such snapshot, or its lists are no longer kept.
 */
export async function getOwnLines(
  db: DbReader,
  { personId, number }: { readonly personId: PersonId; readonly number: number },
): Promise<OwnLiabilities> {
  const opening = await findOpening(db, number);
  if (opening === undefined) throw problem('NOT_FOUND');
  const { seed } = opening;
  const accounts = await listOwnAccounts(db, personId);
  const found = opening.lists.map(async ({ assetId, partMax, root, further }) => {
    const rules: SplitRules = { snapshot: number, assetId, partMax, seed };
    const own = accounts.filter((each) => each.assetId === assetId);
    const parts = (await Promise.all(own.map((account) => splitOwn(db, account, { ...rules, further })))).flat();
    if (parts.length === 0) return [];
    const commitments = parts.map(({ commitment }) => commitment);
    const list: List = { upper: await getUpperLevels(db, { number, assetId, root }), chunks: [] };
    for (const { chunk, lines, middleNodes } of await findChunksOf(db, { number, assetId, commitments })) {
      const middle = growLevels(middleNodes ?? hashChunks(lines).middle);
      list.chunks.push({ chunk, lines, middle, lower: new Map() });
      // Somebody who has most of an asset has lines in hundreds of chunks: others are answered in between.
      await setImmediate();
    }
    return parts.map((part) => locate(list, part));
  });
  return { number, lines: (await Promise.all(found)).flat() };
}

type OwnPart = Pick<OwnAccount, 'walletId' | 'assetId'> & {
  readonly part: LiabilityPart;
  readonly commitment: Buffer;
};

/** The parts of what an account was owed; none where that was nothing. */
async function splitOwn(
  db: DbReader,
  { accountId, assetId, address: owner, walletId }: OwnAccount,
  { further, ...rules }: SplitRules & { readonly further: FurtherParts },
): Promise<readonly OwnPart[]> {
  const around = await findBalancesAround(db, { number: rules.snapshot, assetId, accountId });
  const amount = around === undefined ? 0n : findBalance(around, accountId);
  if (amount === 0n) return [];
  return splitBalance({ owner, amount }, rules, further).map((part) => {
    return { walletId, assetId, part, commitment: Buffer.from(commitPart(part)) };
  });
}

function locate(
  { upper, chunks }: List,
  { walletId, assetId, part, commitment }: OwnPart,
): OwnLiabilities['lines'][number] {
  const at = lastUpTo(chunks.length, (index) => chunks[index]?.lines.compare(commitment, 0, 32, 0, 32) ?? 1);
  const found = chunks[at];
  const { chunk = 0, lines = Buffer.alloc(0) } = found ?? {};
  const lineCount = lines.length / lineBytes;
  const place = lastUpTo(lineCount, (line) => compareAt(lines, line, commitment));
  assert(
    found !== undefined && place >= 0 && compareAt(lines, place, commitment) === 0,
    `a line of snapshot ${part.snapshot} is not there`,
  );
  const { owner, part: index, amount, nonce } = part;
  return {
    walletId,
    assetId,
    owner,
    part: index,
    amount: amount.toString(),
    nonce,
    position: chunk * lineCount + place,
    path: [...pathWithin(found, place), ...pathIn(upper, chunk)],
  };
}

function compareAt(lines: Buffer, line: number, commitment: Uint8Array): number {
  return lines.compare(commitment, 0, 32, line * lineBytes, line * lineBytes + 32);
}

/** The way from a line to the node above its chunk: to its middle node first, which needs the hashes of 32 lines alone. */
function pathWithin({ lines, middle, lower }: Chunk, place: number): readonly SumStep[] {
  const below = Math.floor(place / linesPerMiddle);
  let levels = lower.get(below);
  if (levels === undefined) {
    const bytes = linesPerMiddle * lineBytes;
    levels = growLevels(hashLines(lines.subarray(below * bytes, (below + 1) * bytes)));
    lower.set(below, levels);
  }
  return [...pathIn(levels, place % linesPerMiddle), ...pathIn(middle, below)];
}

/** The last of `count` places in rising order that does not lie above, by halving; -1 where all do. */
function lastUpTo(count: number, compare: (place: number) => number): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(middle) <= 0) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
