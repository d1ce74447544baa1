import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { awaitMoney } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import type { BooksDeps } from './books-deps.ts';
import { readBooks } from './read-books.ts';
import { readStatement, type StatementInput } from './read-statement.ts';
import { sendFile, type FileAnswer } from './send-file.ts';
import { writeStatementCsv } from './statement-csv.ts';
import { pdfMovementsMax, writeStatementPdf } from './statement-pdf.ts';
import type { StatementLanguage } from './statement-texts.ts';

export type TakeStatementInput = StatementInput & {
  readonly format: 'pdf' | 'csv';
  readonly language: StatementLanguage;
  readonly name?: string | undefined;
  readonly note: string;
};

/**
 * A person's statement as a file; who took it and why is a row of the log about the person. Throws `NOT_FOUND`,
 * `STATEMENT_TOO_LONG`, and `DECISION_REFUSED` for who came in by break-glass in the last days.
 */
export async function takeStatement(
  deps: BooksDeps,
  { session, input }: { readonly session: ConsoleSession; readonly input: TakeStatementInput },
): Promise<FileAnswer> {
  awaitMoney(deps, session);
  const { from, to, format, language, name, note } = input;
  const statement = await readBooks(deps.db, (books) => readStatement(books, input));
  const movements = statement.accounts.reduce((sum, account) => sum + account.movements, 0);
  if (format === 'pdf' && movements > pdfMovementsMax) {
    throw problem('STATEMENT_TOO_LONG', { movements, most: pdfMovementsMax });
  }
  await transact(deps.db, async (tx) => {
    await recordOperatorAction(tx, {
      operatorId: session.operatorId,
      kind: 'statement-exported',
      subject: statement.person.id,
      details: { from, to, format, note },
    });
  });
  const file = { name: `statement-${statement.person.publicId}-${from}-${to}.${format}` };
  if (format === 'csv') {
    const type = 'text/csv; charset=utf-8';
    return sendFile({ ...file, type }, writeStatementCsv(deps, { statement, from, to, language }), deps.onFault);
  }
  const { productName, clock } = deps;
  const paper = { statement, from, to, language, name, productName, now: clock.now() };
  return sendFile({ ...file, type: 'application/pdf' }, writeStatementPdf(deps, paper), deps.onFault);
}
