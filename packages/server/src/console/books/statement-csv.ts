import { toWire } from '@tern/base/to-wire';
import type { Database } from '@tern/db/database';
import type { EntryBetween } from '@tern/ledger/list-entries-between';
import type { Asset } from '@tern/money/asset';
import { writeCsvRow } from '../../people/records/public.ts';
import type { Statement } from './read-statement.ts';
import { listMovements, sayAmount, sayMovement } from './statement-lines.ts';
import { statementTexts, type StatementLanguage } from './statement-texts.ts';

type Input = {
  readonly statement: Statement;
  readonly from: string;
  readonly to: string;
  readonly language: StatementLanguage;
};

/** A statement as CSV: for each account its opening balance, every movement with the balance after it, its closing balance. */
export async function* writeStatementCsv(
  { db, assets }: { readonly db: Pick<Database, 'kysely'>; readonly assets: readonly Asset[] },
  { statement, from, to, language }: Input,
): AsyncGenerator<string> {
  const { columns, wallet, opening, closing } = statementTexts[language];
  const { time, asset: assetName, what, counterparty, incoming, outgoing, balance, journal } = columns;
  yield `\uFEFF${writeCsvRow([time, wallet, assetName, what, counterparty, incoming, outgoing, balance, journal])}`;
  for (const account of statement.accounts) {
    const asset = assets.find(({ id }) => id === account.assetId);
    if (asset === undefined) continue;
    const row = (at: string, cells: readonly string[]): string =>
      writeCsvRow([at, account.wallet, asset.symbol, ...cells]);
    yield row(`${from}T00:00:00.000Z`, [opening, '', '', '', sayAmount(account.opening, asset), '']);
    for await (const page of listMovements(db, account)) {
      yield page.map((entry) => row(toWire(entry.at), cellsOf(entry, asset, language))).join('');
    }
    yield row(`${to}T23:59:59.999Z`, [closing, '', '', '', sayAmount(account.closing, asset), '']);
  }
}

/** In and out stand apart: a spreadsheet could take a sign for the beginning of a formula. */
function cellsOf(entry: EntryBetween, asset: Asset, language: StatementLanguage): readonly string[] {
  const { what, counterparty } = sayMovement(entry, language);
  const amount = sayAmount(entry.amount < 0n ? -entry.amount : entry.amount, asset);
  const sides = entry.amount < 0n ? ['', amount] : [amount, ''];
  return [what, counterparty, ...sides, sayAmount(entry.balanceAfter, asset), entry.journalId];
}
