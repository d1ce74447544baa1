import type { ProvenEntry, RecordProof } from '@tern/contracts/routes/check';
import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { readStatement } from '@tern/proofs/liabilities/read-statement';
import { isConsistent, type LogHead } from '@tern/proofs/log/consistency';
import { followEntry } from '@tern/proofs/log/follow-entry';

/**
 * What checking a record against the ledger's public log comes to. `none`: it has no entry in the books. `waiting`: no
 * statement names its day yet. `different`: what was shown does not agree with itself, or with what this device saw before.
 */
export type LogFinding = 'in-log' | 'waiting' | 'none' | 'different';

/** What this device knows by itself. */
export type KnownHere = {
  /** Of the record's wallet; null once nobody may send there any more. */
  readonly address: string | null;
  readonly seen: LogHead | undefined;
};

/** What the server shows: a record's entries, the statement's log, and that it goes on from the one this device saw. */
export type Shown = Pick<RecordProof, 'entries' | 'statement'> & {
  /** Undefined where there is none. */
  readonly log: LogHead | undefined;
  /** Between the sizes of `log` and of what this device saw; undefined where the server does not have both. */
  readonly consistency: readonly string[] | undefined;
};

/**
 * Follows each entry to the statement's log, and that to the log seen before. An entry must name the address of the record's
 * wallet, and no two may stand at one place: otherwise one leaf could be shown to many people, or twice. Pure.
 */
export function checkInLog(
  { entries, statement, log, consistency }: Shown,
  { address, seen }: KnownHere,
): { readonly finding: LogFinding; readonly head: LogHead | undefined } {
  const isNamed = log !== undefined || (statement === null && seen === undefined);
  const places = entries.map(({ assetId, seq }) => `${assetId} ${seq}`);
  const fits =
    isNamed &&
    goesOn(log, seen, consistency) &&
    new Set(places).size === places.length &&
    entries.every((entry) => (address === null || entry.owner === address) && isFound(entry, log));
  if (!fits) return { finding: 'different', head: seen };
  const head = log === undefined || (seen?.size ?? 0) > log.size ? seen : log;
  if (entries.some(({ state }) => state === 'waiting')) return { finding: 'waiting', head };
  return { finding: entries.length === 0 ? 'none' : 'in-log', head };
}

function isFound(entry: ProvenEntry, log: LogHead | undefined): boolean {
  if (entry.state === 'waiting') return true;
  return entry.state === 'logged' && log !== undefined && followEntry(entry, log) === 'in-log';
}

function goesOn(log: LogHead | undefined, seen: LogHead | undefined, path: readonly string[] | undefined): boolean {
  if (log === undefined || seen === undefined) return true;
  const [earlier, later] = seen.size > log.size ? [log, seen] : [seen, log];
  try {
    return path !== undefined && isConsistent(earlier, later, path);
  } catch {
    // What is no hash.
    return false;
  }
}

/** The log that a statement names; undefined where it names none, or is not what its hash says. */
export function readNamedLog(statement: RecordProof['statement']): LogHead | undefined {
  try {
    return statement !== null && hashStatement(statement.text) === statement.hash
      ? readStatement(statement.text).log
      : undefined;
  } catch {
    return undefined;
  }
}

/** The log that this device saw last in this network, if it did. */
export function readSeenLog(network: string): LogHead | undefined {
  const stored: unknown = JSON.parse(localStorage.getItem(keyOf(network)) ?? 'null');
  return isHead(stored) ? stored : undefined;
}

/** Remembered for the next time, also after a log-out: nothing of a person is in it. */
export function storeSeenLog(network: string, head: LogHead): void {
  localStorage.setItem(keyOf(network), JSON.stringify(head));
}

function isHead(stored: unknown): stored is LogHead {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'size' in stored &&
    typeof stored.size === 'number' &&
    'hash' in stored &&
    typeof stored.hash === 'string'
  );
}

function keyOf(network: string): string {
  return `seen-log:${network}`;
}
