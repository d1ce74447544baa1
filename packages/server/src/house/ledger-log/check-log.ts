import type { DbReader } from '@tern/db/database';
import { checkDays, type HeadedDay, type LogFault } from '@tern/proofs/log/check-days';
import { findLostStatement, selectDays, selectNamedLogs } from './ledger-log-store.ts';
import { allDays, type KeptDay } from './ledger-log.ts';

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
  const named = await selectNamedLogs(db);
  const published = named.map(({ number, size, head }) => {
    return { size, hash: head.toString('hex'), where: `statement ${number}` };
  });
  return { days, fault: checkDays(days, published) ?? (await findLoss(db)) };
}

/** After a restore, the orders that the signer remembers name statements that the database has lost. */
async function findLoss(db: DbReader): Promise<LogFault | undefined> {
  const number = await findLostStatement(db);
  if (number === undefined) return undefined;
  return { name: 'published', finding: `statement ${number} was anchored, and this database does not have it` };
}

export function headed({ position, day, leaves, root, head }: KeptDay): HeadedDay {
  return { position, day, leaves, root: root.toString('hex'), head: head.toString('hex') };
}
