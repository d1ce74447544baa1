import type { DistributionId, PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DistributionProofView } from '@tern/contracts/routes/pool';
import type { DbReader } from '@tern/db/database';
import { buildTree, growTree, pathOf } from '@tern/proofs/merkle-tree';
import { shareLeaf } from '@tern/proofs/share-leaf';
import { selectNodes, selectPublishedShares } from './distribution-store.ts';
import { linesPerNode } from './fix-shares.ts';
import { findDistribution, selectOwnLines, type OwnLine } from './pool-store.ts';

/** The person's lines of a distribution with their paths to the published root. Throws `NOT_FOUND` where there is none. */
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
    shares.push({ ...line, path });
  }
  return { root: distribution.root, shares };
}

async function pathWithinBlock(db: DbReader, id: DistributionId, { number }: OwnLine) {
  const place = (number - 1) % linesPerNode;
  const lines = await selectPublishedShares(db, { id, first: number - place, limit: linesPerNode });
  return pathOf(buildTree(lines.map(shareLeaf)), place);
}
