import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { OwnLiabilities } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { commitPart, type LiabilityPart } from '@tern/proofs/liabilities/liability-part';
import { lineBytes } from './leaf-list.ts';
import {
  findBalancesAround,
  findChunk,
  findChunkOf,
  findOpening,
  listOwnAccounts,
  type OwnAccount,
} from './list-store.ts';
import { findBalance } from './packed-balances.ts';
import { splitBalance } from './split-balance.ts';
import { growLevels, hashLines, pathIn } from './sum-levels.ts';

type List = {
  readonly number: number;
  readonly assetId: OwnAccount['assetId'];
  /** The tree above the chunks, and the trees of those that were read. */
  readonly upper: readonly Buffer[];
  readonly chunks: Map<number, Chunk>;
};

type Chunk = { readonly lines: Buffer; readonly levels: readonly Buffer[] };

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
  const lines: OwnLiabilities['lines'][number][] = [];
  const accounts = await listOwnAccounts(db, personId);
  for (const { assetId, partMax, nodes } of opening.lists) {
    const list: List = { number, assetId, upper: growLevels(nodes), chunks: new Map() };
    for (const account of accounts.filter((each) => each.assetId === assetId)) {
      const { accountId, address: owner, walletId } = account;
      const around = await findBalancesAround(db, { number, assetId, accountId });
      const amount = around === undefined ? 0n : findBalance(around, accountId);
      if (amount === 0n) continue;
      for (const part of splitBalance({ owner, amount }, { snapshot: number, assetId, partMax, seed }))
        lines.push({ walletId, ...(await locate(db, list, part)) });
    }
  }
  return { number, lines };
}

async function locate(db: DbReader, list: List, part: LiabilityPart) {
  const { number, assetId, upper } = list;
  const commitment = commitPart(part);
  const chunk = (await findChunkOf(db, { number, assetId, commitment })) ?? 0;
  const { lines, levels } = await openChunk(db, list, chunk);
  const place = placeOf(lines, commitment);
  assert(place >= 0, `a line of snapshot ${number} is not in its list`);
  const { owner, part: index, amount, nonce } = part;
  return {
    assetId,
    owner,
    part: index,
    amount: amount.toString(),
    nonce: Buffer.from(nonce).toString('hex'),
    position: chunk * (lines.length / lineBytes) + place,
    path: [...pathIn(levels, place), ...pathIn(upper, chunk)],
  };
}

/** A chunk and the tree over it, read once for all lines of an answer. */
async function openChunk(db: DbReader, { number, assetId, chunks }: List, chunk: number): Promise<Chunk> {
  const known = chunks.get(chunk);
  if (known !== undefined) return known;
  const lines = (await findChunk(db, { number, assetId, chunk })) ?? Buffer.alloc(0);
  const opened = { lines, levels: growLevels(hashLines(lines)) };
  chunks.set(chunk, opened);
  return opened;
}

function placeOf(lines: Buffer, commitment: Uint8Array): number {
  for (let at = 0; at < lines.length; at += lineBytes) {
    if (lines.compare(commitment, 0, 32, at, at + 32) === 0) return at / lineBytes;
  }
  return -1;
}
