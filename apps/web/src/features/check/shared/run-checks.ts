import type { OwnLiabilities, SnapshotView } from '@tern/contracts/routes/check';
import { checkChain, type CheckedStatement, type ChainFinding } from './check-chain.ts';
import { checkKeys, type KeyFindings } from './check-keys.ts';
import { checkLines, type LinesFinding, type OwnWallet } from './check-lines.ts';
import { findLate, type LateCount } from './find-late.ts';
import { listBack, type ListPage } from './list-back.ts';
import { addSeen, compareSeen, readSeen, storeSeen, type SeenFinding } from './seen-statements.ts';

/** Of each check: how long the computing took, without waiting for the server. */
type Timed = { readonly tookMs: number };

/** What this device found in what everybody is shown. */
export type PublicFindings = Timed & {
  readonly chain: ChainFinding;
  /** The newest of the newest 31 statements that was counted late. */
  readonly late: LateCount | undefined;
  readonly seen: SeenFinding;
  /** Whether the lists of the newest statement can still be fetched. */
  readonly listed: boolean;
  /** The transaction that is said to have written the hash of the newest statement into the chain; null where none has. */
  readonly anchor: SnapshotView['anchor'];
  /** What the keys of the addresses signed. */
  readonly keys: KeyFindings;
};

/** The newest statements, and all before them back to the newest one that this device remembers. The newest first. */
export async function listFromSeen(
  network: string,
  { list, limit }: { readonly list: ListPage; readonly limit: number },
): Promise<readonly SnapshotView[]> {
  const downTo = Math.max(...Object.keys(readSeen(network)).map(Number));
  // Where nothing is remembered, there is nothing to go back to.
  return await listBack(list, { limit, downTo: Number.isFinite(downTo) ? downTo : Infinity });
}

/** Checks the published statements, given from the newest on, and remembers them on this device for the next time. */
export function checkPublished(network: string, snapshots: readonly SnapshotView[]): PublicFindings {
  const startedMs = performance.now();
  const chain = checkChain(snapshots.toReversed());
  const before = readSeen(network);
  const seen = compareSeen(before, chain.statements);
  storeSeen(network, addSeen(before, chain.statements));
  const [newest] = snapshots;
  return {
    chain,
    late: findLate(chain.statements.slice(-31)),
    seen,
    listed: newest?.listed === true,
    anchor: newest?.anchor ?? null,
    keys: checkKeys(
      chain.statements,
      (number) => snapshots.find((snapshot) => snapshot.number === number)?.signatures ?? [],
      location.host,
    ),
    tookMs: performance.now() - startedMs,
  };
}

/** What this device found in what the person was given, and that itself. */
export type OwnFindings = Timed & {
  readonly lines: LinesFinding;
  readonly liabilities: OwnLiabilities;
  readonly atMs: number;
};

/** Checks the person's own lines of a statement. */
export function checkOwn(
  statement: CheckedStatement,
  liabilities: OwnLiabilities,
  wallets: readonly OwnWallet[],
): OwnFindings {
  const startedMs = performance.now();
  const lines = checkLines(statement, liabilities, wallets);
  return { lines, liabilities, tookMs: performance.now() - startedMs, atMs: Date.now() };
}
