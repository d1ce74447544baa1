import { toWire } from '@tern/base/to-wire';
import { loggedRowsMax, type LogFilter } from '@tern/contracts/routes/console-log';
import type { ExportEnd } from '@tern/contracts/routes/console-transactions';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { writeCsvEnd, writeCsvRow } from '../../people/records/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import type { SearchedAssets } from '../transactions/public.ts';
import { findLog } from './find-log.ts';

const columns = ['number', 'time', 'operator', 'action', 'about', 'details', 'hash'];

/**
 * Rows of the log as CSV, in the order of the filter, at most `rowsMax`; the last line and `cutAt` say where there are more. That somebody
 * took them is a row as well.
 */
export function exportLog(
  { db, assets }: { readonly db: Database; readonly assets: SearchedAssets },
  {
    session,
    filter,
    rowsMax = loggedRowsMax,
  }: { readonly session: ConsoleSession; readonly filter: LogFilter; readonly rowsMax?: number },
): Promise<ExportEnd & { readonly csv: string }> {
  return transact(db, async (tx) => {
    const found = await findLog({ db: tx, assets }, { filter, limit: rowsMax + 1 });
    const actions = found.actions.slice(0, rowsMax);
    const last = actions.at(-1);
    const isCut = found.actions.length > rowsMax && last !== undefined;
    await recordOperatorAction(tx, {
      operatorId: session.operatorId,
      kind: 'log-exported',
      subject: 'log',
      details: { rows: actions.length },
    });
    const rows = actions.map(({ seq, at, operatorName, kind, subject, details, hash }) =>
      writeCsvRow([String(seq), toWire(at), operatorName ?? '', kind, subject, JSON.stringify(details), hash]),
    );
    const end = isCut ? [writeCsvEnd(columns, { rows: rowsMax, at: last.at })] : [];
    return {
      csv: [`\uFEFF${writeCsvRow(columns)}`, ...rows, ...end].join(''),
      cutAt: isCut ? toWire(last.at) : null,
    };
  });
}
