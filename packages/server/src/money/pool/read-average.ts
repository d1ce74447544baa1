import type { PersonId, WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { findBalancesAt, type AccountCourse } from '@tern/ledger/find-balances-at';
import { listMovesAfter } from '@tern/ledger/list-moves-after';
import { units, type Units } from '@tern/money/units';

type Span = { readonly from: Date; readonly until: Date };

/**
 * What a person's wallets hold of the reward token on average from one moment to another, if nothing moves any more: the weight
 * that a distribution of that period gives them, to the millisecond, divided by its length. Rounded down.
 */
export async function readAverage(
  db: DbReader,
  { personId, ...span }: Span & { readonly personId: PersonId },
): Promise<Units> {
  const wallets = await db.selectFrom('wallets').select('id').where('person_id', '=', personId).execute();
  const weights = await Promise.all(wallets.map(({ id }) => weighWallet(db, id, span)));
  const weight = weights.reduce((sum, each) => sum + each, 0n);
  return units(weight / BigInt(span.until.getTime() - span.from.getTime()));
}

async function weighWallet(db: DbReader, walletId: WalletId, span: Span): Promise<bigint> {
  const courses = await findBalancesAt(db, { walletId, moments: [span.from] });
  const course = courses.find(({ asset }) => asset === 'reward');
  return course === undefined ? 0n : await weighAccount(db, course, span);
}

/** Base units times milliseconds: what was there at the beginning, and each move for as long as it counts. */
async function weighAccount(
  db: DbReader,
  { accountId, points }: AccountCourse,
  { from, until }: Span,
): Promise<bigint> {
  const [start] = points;
  const moves = await listMovesAfter(db, { accountId, after: start?.transferId });
  const msLeft = (at: Date) => BigInt(until.getTime() - at.getTime());
  return moves.reduce((sum, { amount, at }) => sum + amount * msLeft(at), (start?.balance ?? 0n) * msLeft(from));
}
