import type { LogFilter } from '@tern/contracts/routes/console-log';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { writeCsvRow } from '../../people/records/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import type { SearchedAssets } from '../transactions/public.ts';
import { findLog } from './find-log.ts';

/** Rows of one file at most; older ones are a file of their own. */
const rowsMax = 10_000;

/** Rows of the log as CSV, in the order of the filter. That somebody took them is a row as well. */
export function exportLog(
  { db, assets }: { readonly db: Database; readonly assets: SearchedAssets },
  { session, filter }: { readonly session: ConsoleSession; readonly filter: LogFilter },
): Promise<string> {
  return transact(db, async (tx) => {
    const { actions } = await findLog({ db: tx, assets }, { filter, limit: rowsMax });
    await recordOperatorAction(tx, {
      operatorId: session.operatorId,
      kind: 'log-exported',
      subject: 'log',
      details: { rows: actions.length },
    });
    const rows = actions.map(({ seq, at, operatorName, kind, subject, details, hash }) =>
      writeCsvRow([String(seq), at.toISOString(), operatorName ?? '', kind, subject, JSON.stringify(details), hash]),
    );
    return [`\uFEFF${writeCsvRow(['number', 'time', 'operator', 'action', 'about', 'details', 'hash'])}`, ...rows].join(
      '',
    );
  });
}
