import type { DbReader } from '@tern/db/database';
import { readStatement } from '@tern/proofs/liabilities/read-statement';
import { checkDays, type HeadedDay, type LogFault } from '@tern/proofs/log/check-days';
import { selectDays, selectStatements } from './ledger-log-store.ts';
import type { KeptDay } from './ledger-log.ts';

/** More than a century of days: the log is read whole, 150 bytes a day. */
const allDays = 50_000;

/** Statements that the log is compared with; each names the one before. */
const statementsCompared = 31;

/** A log whose past is not what was published or kept. Nothing more is published until somebody has looked. */
export class UnsoundLogError extends Error {
  override readonly name = 'UnsoundLogError';
  readonly fault: LogFault;
  constructor(fault: LogFault) {
    super(`the ledger's public log is not what it was (${fault.name}): ${fault.finding}`);
    this.fault = fault;
  }
}

/** What is wrong with the log as it is kept, beside what was published of it; undefined where nothing is. */
export async function findLogFault(db: DbReader): Promise<LogFault | undefined> {
  return (await readLog(db)).fault;
}

/** All days of the log, the oldest first. @throws UnsoundLogError where one is missing, changed or was published otherwise */
export async function requireSoundLog(db: DbReader): Promise<readonly HeadedDay[]> {
  const { days, fault } = await readLog(db);
  if (fault !== undefined) throw new UnsoundLogError(fault);
  return days;
}

async function readLog(
  db: DbReader,
): Promise<{ readonly days: readonly HeadedDay[]; readonly fault: LogFault | undefined }> {
  const days = (await selectDays(db, { from: 0, limit: allDays })).map(headed);
  const statements = await selectStatements(db, statementsCompared);
  const published = statements.flatMap(({ number, statement }) => {
    const { log } = readStatement(statement);
    return log === undefined ? [] : [{ ...log, where: `statement ${number}` }];
  });
  return { days, fault: checkDays(days, published) };
}

export function headed({ position, day, leaves, root, head }: KeptDay): HeadedDay {
  return { position, day, leaves, root: root.toString('hex'), head: head.toString('hex') };
}
