import type { SnapshotView } from '@tern/contracts/routes/check';
import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { readStatement, type Statement } from '@tern/proofs/liabilities/read-statement';
import { whenDue } from '@tern/proofs/liabilities/when-due';

/** What of a published snapshot is looked at. */
export type Published = Pick<SnapshotView, 'number' | 'day' | 'statement' | 'statementHash'>;

/** A statement that was read, with the hash that was computed here. */
export type CheckedStatement = Statement & { readonly hash: string };

export type ChainFault = {
  readonly number: number;
  /** `changed`: it is not what its hash, its number or its day says. `missing`: the number before is not there. `order`: it
   * does not follow from the one before. */
  readonly what: 'changed' | 'missing' | 'order';
};

/** What checking the course of the statements comes to: all that were read, and the first fault, the oldest one. */
export type ChainFinding = {
  readonly statements: readonly CheckedStatement[];
  readonly fault: ChainFault | undefined;
};

/** Checks statements, given from the oldest on: hashes, numbers, and that each follows from the one before. Pure. */
export function checkChain(snapshots: readonly Published[]): ChainFinding {
  const statements: CheckedStatement[] = [];
  let fault: ChainFault | undefined;
  for (const snapshot of snapshots) {
    const statement = openStatement(snapshot);
    const what = statement === undefined ? 'changed' : faultOf(statement, snapshot, statements.at(-1));
    if (what !== undefined) fault ??= { number: snapshot.number, what };
    if (statement !== undefined) statements.push(statement);
  }
  return { statements, fault };
}

function openStatement({ statement }: Published): CheckedStatement | undefined {
  try {
    return { ...readStatement(statement), hash: hashStatement(statement) };
  } catch {
    return undefined;
  }
}

function faultOf(
  { number, day, due, block, previous, hash }: CheckedStatement,
  told: Published,
  before: CheckedStatement | undefined,
): ChainFault['what'] | undefined {
  if (hash !== told.statementHash || number !== told.number || day !== told.day) return 'changed';
  if (before !== undefined && number !== before.number + 1) return 'missing';
  const known = before !== undefined || number === 1;
  if (known && previous !== before?.hash) return 'order';
  if (known && Date.parse(due) !== whenDue(day, before?.block.id ?? '').getTime()) return 'order';
  const isLater = before === undefined || day > before.day;
  return isLater && Date.parse(block.at) >= Date.parse(due) && block.at.startsWith(day) ? undefined : 'order';
}
