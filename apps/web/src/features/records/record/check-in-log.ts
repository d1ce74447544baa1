import type { LogDayView, RecordProof } from '@tern/contracts/routes/check';
import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { readStatement } from '@tern/proofs/liabilities/read-statement';
import { checkDays } from '@tern/proofs/log/check-days';
import type { LogHead } from '@tern/proofs/log/consistency';
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

/**
 * Follows each entry to the statement, and the statement's log to the published days and to the log seen before. An entry
 * must name the address of the record's wallet: otherwise one leaf could be shown to many people. Pure.
 */
export function checkInLog(
  { entries, waiting, statement }: RecordProof,
  days: readonly LogDayView[],
  { address, seen }: KnownHere,
): { readonly finding: LogFinding; readonly head: LogHead | undefined } {
  const log = statement === null ? undefined : readLog(statement);
  const known = seen === undefined ? [] : [{ ...seen, where: 'this device' }];
  const named = log === undefined ? known : [...known, { ...log, where: 'the statement' }];
  const fits =
    (statement === null || log !== undefined) &&
    checkDays(days, named) === undefined &&
    entries.every(({ owner }) => address === null || owner === address) &&
    entries.every((entry) => log !== undefined && followEntry(entry, log) === 'in-log');
  if (!fits) return { finding: 'different', head: seen };
  const head = log === undefined || (seen?.size ?? 0) > log.size ? seen : log;
  if (waiting > 0) return { finding: 'waiting', head };
  return { finding: entries.length === 0 ? 'none' : 'in-log', head };
}

function readLog({ text, hash }: NonNullable<RecordProof['statement']>): LogHead | undefined {
  try {
    return hashStatement(text) === hash ? readStatement(text).log : undefined;
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
