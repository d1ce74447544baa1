import type { TransactionRowView } from '@tern/contracts/routes/console-transactions';
import type {
  ServiceTransaction,
  ServiceTransactionDetail,
  ServiceTransactionFilter,
} from '@tern/contracts/routes/service-transactions';
import { listTransactions, showTransaction, type ListDeps, type ShowDeps } from '../transactions/public.ts';

/** A page of 50 transactions as other systems read them. Throws `INPUT_INVALID` for a cursor that is none. */
export async function listForService(
  deps: ListDeps,
  { find, after, ...filter }: ServiceTransactionFilter,
): Promise<{ transactions: ServiceTransaction[]; after: string | null }> {
  const page = await listTransactions(deps, { ...filter, search: find, after });
  return { transactions: page.rows.map(plainRow), after: page.after };
}

/** One transaction without what people and operators wrote about it. Throws `NOT_FOUND`. */
export async function readForService(
  deps: ShowDeps,
  named: Parameters<typeof showTransaction>[1],
): Promise<ServiceTransactionDetail> {
  const found = await showTransaction(deps, named);
  const { reason, payAddress, receiveAddress, block, blockTime, confirmations } = found;
  return {
    ...plainRow(found),
    reason,
    payAddress,
    receiveAddress,
    block,
    blockTime,
    confirmations,
    networkFee: found.networkFeeSun,
    journals: found.journals.map(({ id }) => id),
  };
}

/** A row by the numbers of people alone. Pure. */
function plainRow(row: TransactionRowView): ServiceTransaction {
  const { source, id, kind, state, direction, at, amount, fee, dust } = row;
  return {
    source,
    id,
    kind,
    state,
    direction,
    at,
    asset: row.assetId,
    amount,
    fee,
    counter: row.counter === null ? null : { asset: row.counter.assetId, amount: row.counter.amount },
    person: row.person?.publicId ?? null,
    otherPerson: row.other.person?.publicId ?? null,
    otherAddress: row.other.address,
    transaction: row.txId,
    dust,
  };
}
