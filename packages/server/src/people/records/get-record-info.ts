import { toWire } from '@tern/base/to-wire';
import type { RecordInfoView } from '@tern/contracts/routes/records';
import type { Database } from '@tern/db/database';
import { findChainHeads } from '../../chain/chain-view/public.ts';
import { getOwnRecord, type GetRecordInput } from './get-record.ts';
import { countConfirmations } from './record.ts';

export type GetRecordInfoDeps = {
  readonly db: Database;
  readonly confirmations: number;
  /** Page of the network's explorer, without a trailing slash; null where the network has none. */
  readonly explorerUrl: string | null;
};

/** Chain and ledger facts of a record. Throws `NOT_FOUND` when it does not exist or is another person's. */
export async function getRecordInfo(deps: GetRecordInfoDeps, input: GetRecordInput): Promise<RecordInfoView> {
  const record = await getOwnRecord(deps.db.kysely, input);
  const heads = await findChainHeads(deps.db.kysely);
  return toWire({
    id: record.id,
    txId: record.txId,
    block: record.blockNumber,
    blockTime: record.blockTime,
    confirmations: countConfirmations(record, heads?.headNumber ?? null, deps.confirmations),
    energyUsed: record.energyUsed,
    bandwidthUsed: record.bandwidthUsed,
    networkFeeSun: record.networkFeeSun,
    fee: record.fee,
    assetId: record.assetId,
    memo: record.memo,
    explorerUrl:
      deps.explorerUrl === null || record.txId === null ? null : `${deps.explorerUrl}/#/transaction/${record.txId}`,
    ledgerReference: record.journalId,
  });
}
