import type { PersonId, WalletId } from '@tern/base/ids';
import type { RecordFilter, RecordView } from '@tern/contracts/routes/records';
import type { Database } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { findChainHeads } from '../../chain/chain-view/public.ts';
import { readPage } from '../../platform/read-page.ts';
import { getOwnWallet } from '../wallets/public.ts';
import { periodOf } from './read-record-search.ts';
import { decodeRecordCursor, encodeRecordCursor } from './record-cursor.ts';
import { selectRecords, type RecordSearch } from './record-store.ts';
import { renderRecord } from './record.ts';

export type ListRecordsDeps = { readonly db: Database; readonly confirmations: number };

export type ListRecordsInput = {
  readonly personId: PersonId;
  readonly filter: RecordFilter;
  readonly walletId?: WalletId | undefined;
  readonly assetId?: AssetId | undefined;
  /** Made at or after, and before; ISO 8601. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly search?: RecordSearch | undefined;
  readonly cursor?: string | undefined;
  /** 1 to 100. */
  readonly limit: number;
};

/** One page, newest first. Throws `NOT_FOUND` for a wallet that is not the person's, `INPUT_INVALID` for a made-up cursor. */
export async function listRecords(
  { db, confirmations }: ListRecordsDeps,
  input: ListRecordsInput,
): Promise<{ records: RecordView[]; nextCursor: string | null }> {
  const after = input.cursor === undefined ? undefined : decodeRecordCursor(input.cursor);
  if (input.walletId !== undefined) await getOwnWallet(db.kysely, input.personId, input.walletId);
  const [heads, { page, last }] = await Promise.all([
    findChainHeads(db.kysely),
    readPage(input.limit, (limit) => selectRecords(db.kysely, { ...input, ...periodOf(input), after, limit })),
  ]);
  return {
    records: page.map((record) => renderRecord(record, heads?.headNumber ?? null, confirmations)),
    nextCursor: last === null ? null : encodeRecordCursor(last),
  };
}
