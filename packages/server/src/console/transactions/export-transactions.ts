import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import { recordNumber } from '@tern/contracts/record-number';
import { exportedRowsMax, type ExportEnd, type TransactionFilter } from '@tern/contracts/routes/console-transactions';
import { transact } from '@tern/db/transact';
import { formatAmount } from '@tern/money/format-amount';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { writeCsvEnd, writeCsvRow } from '../../people/records/public.ts';
import { awaitMoney } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { readTransactions, type ListDeps } from './list-transactions.ts';
import type { SearchedAssets } from './read-search.ts';
import type { Transaction } from './transaction.ts';

const piece = 500;

const columns = [
  'time',
  'kind',
  'state',
  'direction',
  'asset',
  'amount',
  'fee',
  'received asset',
  'received amount',
  'person',
  'other person',
  'other address',
  'transaction id',
  'dust',
  'id',
  'number',
] as const;

/**
 * The filtered transactions as CSV (RFC 4180, UTF-8 with a mark for spreadsheets), piece by piece and at most
 * `rowsMax` rows, after which its last line says that there are more: each piece is a query of its own, so that a slow reader holds nothing. That somebody took them is a
 * row of the log, written before the first piece. Throws `DECISION_REFUSED` for who came in by break-glass in the last days: as
 * the books' files, this one shows everybody's money at once.
 */
export async function exportTransactions(
  deps: ListDeps & { readonly clock: Clock },
  {
    session,
    filter,
    rowsMax = exportedRowsMax,
  }: { readonly session: ConsoleSession; readonly filter: TransactionFilter; readonly rowsMax?: number },
): Promise<AsyncGenerator<string, ExportEnd>> {
  awaitMoney(deps, session);
  await transact(deps.db, (tx) =>
    recordOperatorAction(tx, {
      operatorId: session.operatorId,
      kind: 'transactions-exported',
      subject: 'transactions',
      details: Object.fromEntries(
        Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    }),
  );
  return writeFile(deps, { filter, rowsMax });
}

/** One row more than the file may have is read: where there is one, the last line of the file says so. */
async function* writeFile(
  deps: ListDeps,
  { filter, rowsMax }: { readonly filter: TransactionFilter; readonly rowsMax: number },
): AsyncGenerator<string, ExportEnd> {
  yield `\uFEFF${writeCsvRow(columns)}`;
  let written = 0;
  let lastAt = '';
  for await (const found of readTransactions(deps, filter, { most: rowsMax + 1, piece })) {
    const rows = found.slice(0, rowsMax - written);
    written += rows.length;
    lastAt = rows.at(-1)?.place.at ?? lastAt;
    if (rows.length > 0) yield rows.map((row) => writeCsvRow(cellsOf(row, deps.assets))).join('');
    if (rows.length < found.length) {
      const at = new Date(lastAt);
      yield writeCsvEnd(columns, { rows: rowsMax, at });
      return toWire({ cutAt: at });
    }
  }
  return { cutAt: null };
}

/** What people call it: the number of its record, or that of its journal; nothing where it has neither. */
function numberOf({ source, id, kind }: Transaction): string {
  if (source === 'record') return recordNumber({ id, kind });
  return source === 'journal' ? `J-${id}` : '';
}

function cellsOf(row: Transaction, assets: SearchedAssets): readonly string[] {
  const amountOf = (assetId: Transaction['assetId'], amount: Transaction['amount']): string =>
    assetId === null || amount === null ? '' : formatAmount(amount, assets[assetId].decimals);
  const { assetId, counter } = row;
  return [
    toWire(new Date(row.place.at)),
    row.kind,
    row.state,
    row.direction ?? '',
    assetId === null ? '' : assets[assetId].symbol,
    amountOf(assetId, row.amount),
    amountOf(assetId, row.fee),
    counter === null ? '' : assets[counter.assetId].symbol,
    counter === null ? '' : amountOf(counter.assetId, counter.amount),
    row.person?.publicId ?? '',
    row.other.person?.publicId ?? '',
    row.other.address ?? '',
    row.txId ?? '',
    row.dust ? 'dust' : '',
    row.id,
    numberOf(row),
  ];
}
