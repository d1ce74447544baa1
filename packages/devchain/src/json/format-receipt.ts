import type { Located } from '../chain/history.ts';
import { fromInner, toBase58 } from '../crypto/address.ts';
import { fromHex, toHex, utf8Bytes } from '../crypto/bytes.ts';
import type { InternalTransaction } from '../tvm/internal-transactions.ts';
import type { VmLog } from '../tvm/tvm.ts';
import { formatAddress } from './format-message.ts';
import type { JsonObject } from './format-message.ts';

/** A `TransactionInfo`: what a transaction in a block did and cost. Zero and empty members are left out. */
export function formatReceipt({ record, block }: Located, visible: boolean): JsonObject {
  const { receipt, id } = record;
  const { vm } = receipt;
  const failed = receipt.contractResult !== 'SUCCESS';
  return dropEmpty({
    id,
    fee: receipt.feeSun,
    blockNumber: block.number,
    blockTimeStamp: block.timestampMs,
    contractResult: [vm === undefined ? '' : toHex(vm.returned)],
    contract_address: vm === undefined ? '' : formatAddress(fromHex(vm.contractHex), visible),
    receipt: dropEmpty({
      energy_usage: vm?.stakedEnergy ?? 0n,
      origin_energy_usage: vm?.originEnergy ?? 0n,
      energy_usage_total: vm?.energyUsed ?? 0n,
      energy_fee: vm?.energyFeeSun ?? 0n,
      net_usage: receipt.netUsage,
      net_fee: receipt.netFeeSun,
      // A plain transfer has no result here, whatever became of it.
      result: vm === undefined ? '' : receipt.contractResult,
    }),
    log: (vm?.logs ?? []).map((log) => formatLog(log, visible)),
    result: failed ? 'FAILED' : '',
    resMessage: formatText(vm?.message ?? '', visible),
    assetIssueID: receipt.assetId ?? '',
    withdraw_amount: receipt.rewardSun ?? 0n,
    exchange_received_amount: receipt.exchange?.received ?? 0n,
    exchange_inject_another_amount: receipt.exchange?.injectedOther ?? 0n,
    exchange_withdraw_another_amount: receipt.exchange?.withdrawnOther ?? 0n,
    exchange_id: receipt.exchange?.id ?? 0,
    withdraw_expire_amount: receipt.withdrawnSun ?? 0n,
    // A map: its entries are printed whole, zeros included.
    cancel_unfreezeV2_amount: Object.entries(receipt.cancelledSun ?? {}).map(([key, value]) => ({ key, value })),
    internal_transactions: (vm?.internal ?? []).map((internal) => formatInternal(internal, visible)),
  });
}

/** Here, and only here, an address has 20 bytes: without Tron's prefix, unless it is made visible. */
export function formatLog({ address, topics, data }: VmLog, visible: boolean): JsonObject {
  return dropEmpty({
    address: visible ? toBase58(fromInner(address)) : toHex(address),
    topics: topics.map(toHex),
    data: toHex(data),
  });
}

export function formatInternal(internal: InternalTransaction, visible: boolean): JsonObject {
  return dropEmpty({
    hash: internal.hash,
    caller_address: formatAddress(fromHex(internal.caller), visible),
    transferTo_address: formatAddress(fromHex(internal.to), visible),
    callValueInfo: [dropEmpty({ callValue: internal.valueSun })],
    note: toHex(utf8Bytes(internal.note)),
    rejected: internal.rejected,
  });
}

/** Text fields are hex of UTF-8 unless made visible. */
export function formatText(text: string, visible: boolean): string {
  return visible ? text : toHex(utf8Bytes(text));
}

/** proto3's rule: what is zero, empty or false is not printed. */
export function dropEmpty(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      if (Array.isArray(value)) return value.length > 0;
      return value !== 0 && value !== 0n && value !== '' && value !== false && value !== undefined;
    }),
  );
}
