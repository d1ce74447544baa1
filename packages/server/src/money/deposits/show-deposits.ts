import { assert } from '@tern/base/assert';
import type { RecordId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import type { BlockHead } from '@tern/tron/get-block-head';
import {
  appendStep,
  findRecordsBySource,
  putRecords,
  updateRecord,
  type RecordWithSteps,
} from '../../people/records/public.ts';
import type { WalletOwner } from '../../people/wallets/public.ts';
import { recordSourceId, type ChainInflow } from './deposit.ts';
import { dustJudge, type DustRules } from './judge-dust.ts';

/** Dust is booked, but folded away from the list. */
export type ShowDepositDeps = DustRules;

export type ShownDeposit = {
  readonly inflow: ChainInflow;
  readonly wallet: WalletOwner;
  readonly block: BlockHead;
  /** Set once it is credited; still confirming without. */
  readonly journalId?: string;
  /** Credited, and held for a check of its sender. */
  readonly isHeld?: boolean;
};

/** What a deposit is to its person, with the step that it has come to. */
function standingOf({ journalId, isHeld }: ShownDeposit) {
  if (journalId === undefined) return { status: 'confirming', step: 'seen' } as const;
  if (isHeld === true) return { status: 'pending-review', step: 'under-review' } as const;
  return { status: 'success', step: 'credited' } as const;
}

/** Writes what people read about inflows: new records, or the next step of those already shown. Ids in their order. */
export async function showDeposits(
  tx: DbTx,
  deps: ShowDepositDeps,
  deposits: readonly ShownDeposit[],
): Promise<readonly RecordId[]> {
  const sources = deposits.map(({ wallet, inflow }) => ({ walletId: wallet.id, sourceId: recordSourceId(inflow) }));
  const known = await findRecordsBySource(tx, 'deposit', sources);
  const knownOf = (at: number): RecordId | undefined => known.get(`${sources[at]?.walletId} ${sources[at]?.sourceId}`);
  for (const [at, deposit] of deposits.entries()) {
    const recordId = knownOf(at);
    if (recordId !== undefined) await showAgain(tx, recordId, deposit);
  }
  const fresh = deposits.filter((_deposit, at) => knownOf(at) === undefined);
  const judge = dustJudge(tx, deps);
  const records: RecordWithSteps[] = [];
  for (const deposit of fresh) records.push(newRecord(deposit, (await judge(deposit.inflow)).isDust));
  const made = await putRecords(tx, records);
  let next = 0;
  return deposits.map((_deposit, at) => {
    const recordId = knownOf(at) ?? made[next++]?.id;
    assert(recordId !== undefined, 'every deposit has a record now');
    return recordId;
  });
}

async function showAgain(tx: DbTx, recordId: RecordId, deposit: ShownDeposit): Promise<void> {
  const { inflow, block, journalId } = deposit;
  const { status, step } = standingOf(deposit);
  await updateRecord(tx, recordId, {
    status,
    reason: null,
    ...chainFacts(inflow, block),
    ...(journalId === undefined ? {} : { journalId }),
  });
  await appendStep(tx, recordId, step);
}

function newRecord(deposit: ShownDeposit, folded: boolean): RecordWithSteps {
  const { inflow, wallet, block, journalId } = deposit;
  const { status, step } = standingOf(deposit);
  return {
    record: {
      personId: wallet.personId,
      walletId: wallet.id,
      type: 'incoming',
      direction: 'in',
      status,
      settlement: 'chain',
      assetId: inflow.assetId,
      amount: inflow.amount,
      payAddress: inflow.from,
      receiveAddress: inflow.to,
      source: { kind: 'deposit', id: recordSourceId(inflow) },
      chain: chainFacts(inflow, block),
      ...(journalId === undefined ? {} : { journalId }),
      folded,
    },
    steps: [{ step: 'seen', at: new Date(block.timeMs) }, ...(step === 'seen' ? [] : [{ step }])],
  };
}

function chainFacts({ txId }: ChainInflow, { number, id, timeMs }: BlockHead) {
  return { txId, blockNumber: number, blockId: id, blockTime: new Date(timeMs) };
}
