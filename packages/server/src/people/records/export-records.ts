import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { Database } from '@tern/db/database';
import { formatAmount } from '@tern/money/format-amount';
import { listAddressEntries } from '../address-book/public.ts';
import { writeCsvRow } from './csv.ts';
import type { ListRecordsInput } from './list-records.ts';
import { periodOf, type SearchedAssets } from './read-record-search.ts';
import { selectRecords } from './record-store.ts';
import type { StoredRecord } from './record.ts';

export type ExportRecordsInput = Omit<ListRecordsInput, 'limit' | 'cursor'>;

const pageSize = 500;

const columns = [
  'time',
  'type',
  'direction',
  'status',
  'asset',
  'amount',
  'fee',
  'pay address',
  'receive address',
  'name',
  'memo',
  'transaction id',
  'reason',
  'record id',
] as const;

/**
 * A person's records as CSV (RFC 4180, UTF-8 with a mark for spreadsheets), newest first, piece by piece: each page is a
 * query of its own, so that neither memory nor a snapshot is held while a slow reader reads.
 */
export async function* exportRecords(
  { db, assets }: { readonly db: Database; readonly assets: SearchedAssets },
  input: ExportRecordsInput,
): AsyncGenerator<string> {
  yield `\uFEFF${writeCsvRow(columns)}`;
  const names = await readNames(db, input.personId);
  let after: { createdAt: Date; id: StoredRecord['id'] } | undefined;
  for (;;) {
    const page = await selectRecords(db.kysely, { ...input, ...periodOf(input), after, limit: pageSize });
    if (page.length > 0) yield page.map((record) => writeCsvRow(cellsOf(record, assets, names))).join('');
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}

async function readNames(db: Database, personId: PersonId): Promise<ReadonlyMap<string, string>> {
  const entries = await listAddressEntries(db.kysely, personId);
  return new Map(entries.map(({ address, label }) => [address, label]));
}

function cellsOf(record: StoredRecord, assets: SearchedAssets, names: ReadonlyMap<string, string>): readonly string[] {
  const { decimals, symbol } = assets[record.assetId];
  const other = record.direction === 'out' ? record.receiveAddress : record.payAddress;
  return [
    toWire(record.createdAt),
    record.type,
    record.direction,
    record.status,
    symbol,
    formatAmount(record.amount, decimals),
    formatAmount(record.fee, decimals),
    record.payAddress ?? '',
    record.sentTo?.contact ?? record.receiveAddress ?? '',
    record.sentTo?.name ?? names.get(other ?? '') ?? '',
    record.memo ?? '',
    record.txId ?? '',
    record.reason ?? '',
    record.id,
  ];
}
