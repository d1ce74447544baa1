import type { DistributionId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { unitsToWire } from '@tern/money/units';
import {
  findDistribution,
  listHouseAccounts,
  selectPaidSwaps,
  selectSharesFrom,
  type WalletShare,
} from './pool-store.ts';
import { momentOf, readCourse, type Read } from './read-course.ts';
import { headOf } from './write-distribution-file.ts';

const sharesPerRead = 500;

/**
 * The file for an auditor, piece by piece: the head of the published file, and for each of its lines how that wallet's balance went
 * over the period and which swaps its swap reward is the sum of. It names nobody, by pseudonyms that are new in every distribution.
 * Whoever knows one of the moves can recognise its wallet. Throws `NOT_FOUND` where there is no such distribution.
 */
export async function* writeHistoriesFile(read: Read, id: DistributionId): AsyncGenerator<string> {
  const [distribution, houseAccounts] = await read((db) =>
    Promise.all([findDistribution(db, id), listHouseAccounts(db)]),
  );
  if (distribution === undefined) throw problem('NOT_FOUND');
  yield `${JSON.stringify({ histories: 1, ...headOf(distribution, houseAccounts) })}\n`;
  for (let first = 1; ; first += sharesPerRead) {
    const shares = await read((db) => selectSharesFrom(db, { id, first, limit: sharesPerRead }));
    if (shares.length === 0) return;
    for (const share of shares) yield* writeHistory(read, share, distribution);
  }
}

async function* writeHistory(
  read: Read,
  { walletId, number: _number, ...share }: WalletShare,
  distribution: { readonly id: DistributionId; readonly startsAt: Date; readonly endsAt: Date },
): AsyncGenerator<string> {
  const { opening, pages } = await readCourse(read, walletId, distribution);
  const swaps = await read((db) => selectPaidSwaps(db, { id: distribution.id, walletId }));
  const line = JSON.stringify({
    ...share,
    swaps: swaps.map(({ at, reward }) => ({ at: at.toISOString(), reward: unitsToWire(reward) })),
    opening: opening.toString(),
  });
  // A wallet can have moved so often that its line is not held as a whole.
  yield `${line.slice(0, -1)},"moves":[`;
  let comma = '';
  for await (const page of pages()) {
    yield comma + page.map((move) => JSON.stringify({ at: momentOf(move), amount: move.amount.toString() })).join(',');
    comma = ',';
  }
  yield ']}\n';
}
