import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { awaitMoney } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import type { BooksDeps } from './books-deps.ts';
import { exportBooks, type ExportInput } from './export-books.ts';
import { sendFile, type FileAnswer } from './send-file.ts';

/**
 * The journals of a period as a file. That somebody took them is a row of the log. Throws `DECISION_REFUSED` for who came in
 * by break-glass in the last days.
 */
export async function takeExport(
  deps: BooksDeps,
  { session, input }: { readonly session: ConsoleSession; readonly input: ExportInput },
): Promise<FileAnswer> {
  awaitMoney(deps, session);
  const { from, to, format, after } = input;
  await transact(deps.db, async (tx) => {
    await recordOperatorAction(tx, {
      operatorId: session.operatorId,
      kind: 'books-exported',
      subject: 'books',
      details: { from, to, format, ...(after === undefined ? {} : { after }) },
    });
  });
  const file = exportBooks(deps, input);
  return sendFile(file, file.lines, deps.onFault);
}
