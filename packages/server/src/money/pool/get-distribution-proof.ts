import type { DistributionId, PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { weighedMovesMax, type DistributionProofView } from '@tern/contracts/routes/pool';
import type { DbReader } from '@tern/db/database';
import type { EntryBetween } from '@tern/ledger/list-entries-between';
import { buildTree, growTree, pathOf } from '@tern/proofs/merkle-tree';
import { shareLeaf } from '@tern/proofs/share-leaf';
import { selectNodes, selectPublishedShares } from './distribution-store.ts';
import { linesPerNode } from './fix-shares.ts';
import { findDistribution, selectOwnLines, selectPaidSwaps, type WalletShare, type PaidSwap } from './pool-store.ts';
import { momentOf, readCourse, type Course } from './read-course.ts';

type ProofShare = DistributionProofView['shares'][number];

/**
 * The person's lines of a distribution with their paths to the published root, and what only their owner can know: how the balance
 * of each wallet went over the period, from which its weight follows, and the swaps of which its swap reward is the sum. Throws
 * `NOT_FOUND` where there is none.
 */
export async function getDistributionProof(
  db: DbReader,
  { personId, id }: { readonly personId: PersonId; readonly id: DistributionId },
): Promise<DistributionProofView> {
  const distribution = await findDistribution(db, id);
  if (distribution === undefined) throw problem('NOT_FOUND');
  const lines = await selectOwnLines(db, { id, personId });
  const upper = growTree(await selectNodes(db, id));
  const shares = [];
  for (const line of lines) {
    const { number } = line;
    const block = Math.floor((number - 1) / linesPerNode);
    const path = [...(await pathWithinBlock(db, id, line)), ...pathOf(upper, block)];
    const course = await renderCourse(await readCourse((work) => work(db), line.walletId, distribution));
    const swaps = await selectPaidSwaps(db, { id, ...line });
    shares.push({ ...line, path, course, swaps: swaps.map(renderSwap) });
  }
  const { root, startsAt, endsAt } = distribution;
  return toWire({ root, startsAt, endsAt, shares });
}

async function renderCourse({ opening, count, pages }: Course): Promise<ProofShare['course']> {
  if (count > BigInt(weighedMovesMax)) return null;
  const moves = [];
  for await (const page of pages()) moves.push(...page.map(renderMove));
  return { opening: opening.toString(), moves };
}

function renderMove(move: EntryBetween) {
  const { transferId, amount, balanceAfter, kind } = move;
  return { transferId, at: momentOf(move), amount: amount.toString(), balance: balanceAfter.toString(), kind };
}

function renderSwap({ id, at, reward }: PaidSwap) {
  return toWire({ id, at, reward });
}

async function pathWithinBlock(db: DbReader, id: DistributionId, { number }: WalletShare) {
  const place = (number - 1) % linesPerNode;
  const lines = await selectPublishedShares(db, { id, first: number - place, limit: linesPerNode });
  return pathOf(buildTree(lines.map(shareLeaf)), place);
}
