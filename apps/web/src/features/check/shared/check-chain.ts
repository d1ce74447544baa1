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
  let daily: CheckedStatement | undefined;
  let fault: ChainFault | undefined;
  for (const snapshot of snapshots) {
    const statement = openStatement(snapshot);
    const what =
      statement === undefined ? 'changed' : faultOf(statement, snapshot, { before: statements.at(-1), daily });
    if (what !== undefined) fault ??= { number: snapshot.number, what };
    if (statement === undefined) continue;
    statements.push(statement);
    if (!statement.demanded) daily = statement;
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

/** The statement before, and the last one before that was the count of a day; undefined where none was given. */
type Earlier = { readonly before: CheckedStatement | undefined; readonly daily: CheckedStatement | undefined };

function faultOf(
  statement: CheckedStatement,
  told: Published,
  { before, daily }: Earlier,
): ChainFault['what'] | undefined {
  const { number, day, due, block, previous, hash, demanded } = statement;
  if (hash !== told.statementHash || number !== told.number || day !== told.day) return 'changed';
  if (before !== undefined && number !== before.number + 1) return 'missing';
  const known = before !== undefined || number === 1;
  if (known && previous !== before?.hash) return 'order';
  if (Date.parse(block.at) < Date.parse(due) || !block.at.startsWith(day)) return 'order';
  // One that was asked for may be on the day of another, but none goes back, and the first follows from nothing.
  if (demanded) return number > 1 && (before === undefined || day >= before.day) ? undefined : 'order';
  return isDaily(statement, daily) && (before === undefined || day >= before.day) ? undefined : 'order';
}

/** Whether it is the count of a later day, at the moment that follows from the last one; taken as such where none was given. */
function isDaily({ number, day, due }: CheckedStatement, daily: CheckedStatement | undefined): boolean {
  if (daily === undefined && number > 1) return true;
  return Date.parse(due) === whenDue(day, daily?.block.id ?? '').getTime() && (daily === undefined || day > daily.day);
}
