import type { WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { findBalancesAt } from '@tern/ledger/find-balances-at';
import { listEntriesBetween, type EntryBetween } from '@tern/ledger/list-entries-between';

/** How the database is read: each time by itself, so that nothing is held meanwhile. */
export type Read = <Result>(work: (db: DbReader) => Promise<Result>) => Promise<Result>;

type Span = { readonly startsAt: Date; readonly endsAt: Date };

/** How the balance of a wallet's reward tokens went over a period, in base units. */
export type Course = {
  readonly opening: bigint;
  /** How often it moved. */
  readonly count: bigint;
  /** Its moves, oldest first, each page a read of its own. */
  readonly pages: () => AsyncGenerator<readonly EntryBetween[]>;
};

const pageMoves = 1_000;

/** Reads what a wallet had when a period began and everything that moved within it: from these its weight follows. */
export async function readCourse(read: Read, walletId: WalletId, { startsAt, endsAt }: Span): Promise<Course> {
  const moments = [startsAt, endsAt];
  const courses = await read((db) => findBalancesAt(db, { walletId, moments, before: true }));
  const { accountId, points } = courses.find(({ asset }) => asset === 'reward') ?? {};
  const [start, end] = points ?? [];
  // Nothing ever moved: the wallet is in it for a swap alone.
  if (accountId === undefined || start === undefined || end?.transferId === undefined) return nothing;
  const to = end.transferId;
  return {
    opening: start.balance,
    count: end.seq - start.seq,
    pages: async function* () {
      for (let after = start.transferId; after !== to;) {
        const page = await read((db) => listEntriesBetween(db, { accountId, after, to, limit: pageMoves }));
        yield page;
        if (page.length < pageMoves) return;
        after = page.at(-1)?.transferId;
      }
    },
  };
}

const nothing: Course = {
  opening: 0n,
  count: 0n,
  pages: async function* () {
    // No page.
  },
};

/** The time of a move as proofs write it, for example `2026-11-21T14:31:58.000123Z`. */
export function momentOf({ atMicroseconds }: Pick<EntryBetween, 'atMicroseconds'>): string {
  const milliseconds = new Date(Number(atMicroseconds / 1_000n)).toISOString().slice(0, -1);
  return `${milliseconds}${String(atMicroseconds % 1_000n).padStart(3, '0')}Z`;
}
