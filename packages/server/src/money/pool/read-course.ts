import type { WalletId } from '@tern/base/ids';
import { weighedMovesMax, type DistributionProofView } from '@tern/contracts/routes/pool';
import type { DbReader } from '@tern/db/database';
import { findBalancesAt, type AccountCourse } from '@tern/ledger/find-balances-at';
import { listEntriesBetween, type EntryBetween } from '@tern/ledger/list-entries-between';
import { unitsToWire } from '@tern/money/units';

const pageMoves = 1_000;

type Course = NonNullable<DistributionProofView['shares'][number]['course']>;

/**
 * How the balance of a wallet's reward tokens went over a period: from it the weight follows to the microsecond. Null where it
 * moved more than `weighedMovesMax` times.
 */
export async function readCourse(
  db: DbReader,
  { walletId }: { readonly walletId: WalletId },
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<Course | null> {
  const courses = await findBalancesAt(db, { walletId, moments: [startsAt, endsAt], before: true });
  const course = courses.find(({ asset }) => asset === 'reward');
  const [start, end] = course?.points ?? [];
  // Nothing ever moved: the wallet is in it for a swap alone.
  if (course === undefined || start === undefined || end === undefined) return { opening: '0', moves: [] };
  if (end.seq - start.seq > BigInt(weighedMovesMax)) return null;
  const moves = await listMoves(db, course, { after: start.transferId, to: end.transferId });
  return { opening: unitsToWire(start.balance), moves: moves.map(renderMove) };
}

async function listMoves(
  db: DbReader,
  { accountId }: AccountCourse,
  {
    after,
    to,
  }: {
    readonly after: EntryBetween['transferId'] | undefined;
    readonly to: EntryBetween['transferId'] | undefined;
  },
): Promise<readonly EntryBetween[]> {
  const moves: EntryBetween[] = [];
  if (to === undefined) return moves;
  for (;;) {
    const page = await listEntriesBetween(db, {
      accountId,
      after: moves.at(-1)?.transferId ?? after,
      to,
      limit: pageMoves,
    });
    moves.push(...page);
    if (page.length < pageMoves) return moves;
  }
}

function renderMove({ transferId, atMicroseconds, amount, balanceAfter, kind }: EntryBetween): Course['moves'][number] {
  const seconds = new Date(Number(atMicroseconds / 1_000n)).toISOString().slice(0, -1);
  const at = `${seconds}${String(atMicroseconds % 1_000n).padStart(3, '0')}Z`;
  return { transferId, at, amount: String(amount), balance: String(balanceAfter), kind };
}
