import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import type { Asset } from '@tern/money/asset';
import { csvHead, csvRows, jsonEnd, jsonHead, jsonRow } from './export-lines.ts';
import { selectExportPage, findThrough, type ExportedJournal } from './export-store.ts';
import { findJournalBefore, momentsOf } from './journal-times.ts';
import { readBooks } from './read-books.ts';

export type ExportInput = {
  readonly from: string;
  readonly to: string;
  readonly format: 'csv' | 'jsonl';
  readonly after?: string | undefined;
};

export type BooksFile = { readonly name: string; readonly type: string; readonly lines: AsyncGenerator<string> };

/**
 * As for the roots of days: after an hour no database transaction that wrote journals of a moment can still be open. What is
 * younger is left out, so that a file that goes on after its last journal has no gap.
 */
const settledMs = 3_600_000;

/** Journals read at once. One can have 500 legs, and a slow reader keeps one page in memory. */
const pageJournals = 100;

export type ExportDeps = {
  readonly db: Pick<Database, 'kysely'>;
  readonly clock: Clock;
  readonly assets: readonly Asset[];
};

/** Every journal of a period with its legs, in the order of their numbers, piece by piece and each page a read of its own. */
export function exportBooks({ db, clock, assets }: ExportDeps, input: ExportInput): BooksFile {
  const name = `books-${input.from}-${input.to}.${input.format}`;
  const lines = input.format === 'csv' ? writeCsv : writeJson;
  return {
    name,
    type: input.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
    lines: lines({ db, clock, assets }, input),
  };
}

async function* writeCsv(deps: ExportDeps, input: ExportInput): AsyncGenerator<string> {
  // A file that goes on where another broke off is appended to it.
  if (input.after === undefined) yield csvHead;
  for await (const page of pages(deps, input)) yield page.map((journal) => csvRows(journal, deps.assets)).join('');
}

async function* writeJson(deps: ExportDeps, input: ExportInput): AsyncGenerator<string> {
  if (input.after === undefined) yield jsonHead(input, deps);
  let journals = 0;
  let last = input.after ?? null;
  for await (const page of pages(deps, input)) {
    journals += page.length;
    last = page.at(-1)?.id ?? last;
    yield page.map((journal) => jsonRow(journal, deps.assets)).join('');
  }
  yield jsonEnd({ journals, last });
}

async function* pages({ db, clock }: ExportDeps, input: ExportInput): AsyncGenerator<readonly ExportedJournal[]> {
  const period = momentsOf(input);
  const settled = new Date(clock.nowMs() - settledMs);
  const { through, start } = await readBooks(db, async (books) => ({
    through: await findThrough(books, settled),
    start: await findJournalBefore(books, period.from),
  }));
  let after = input.after !== undefined && BigInt(input.after) > BigInt(start) ? input.after : start;
  for (;;) {
    const page = await readBooks(db, (books) =>
      selectExportPage(books, { after, through, ...period, limit: pageJournals }),
    );
    if (page.journals.length > 0) yield page.journals;
    if (page.next === undefined) return;
    after = page.next;
  }
}
