import type { Located } from '../chain/history.ts';
import { seenState, solidHeight } from '../chain/sight.ts';
import { fromInner, toBase58 } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import type { JsonObject } from '../json/format-message.ts';
import { findContract } from '../state/contracts.ts';
import type { VmLog } from '../tvm/tvm.ts';
import { decodeLog } from './decode-log.ts';
import type { Item, Seen } from './walk.ts';

export type EventFilter = { readonly contractHex?: string; readonly eventName?: string };

/** Events of these transactions in TronGrid's form, in the order they happened within each. */
export function* listEvents(
  seen: Seen,
  transactions: Iterable<Located>,
  filter: EventFilter = {},
): Generator<Item<JsonObject>> {
  for (const located of transactions) {
    for (const [index, log] of (located.record.receipt.vm?.logs ?? []).entries()) {
      if (filter.contractHex !== undefined && toHex(fromInner(log.address)) !== filter.contractHex) continue;
      const value = formatEvent(seen, located, log, index);
      if (filter.eventName !== undefined && value['event_name'] !== filter.eventName) continue;
      yield { position: [located.block.number, located.index, index], value };
    }
  }
}

function formatEvent(seen: Seen, { record, block }: Located, log: VmLog, index: number): JsonObject {
  const emitter = fromInner(log.address);
  const decoded = decodeLog(findContract(seenState(seen.core, seen.node), toHex(emitter)), log);
  return {
    block_number: block.number,
    block_timestamp: block.timestampMs,
    caller_contract_address: toBase58(emitter),
    contract_address: toBase58(emitter),
    event_index: index,
    event_name: decoded?.name ?? '',
    result: decoded?.values ?? {},
    result_type: decoded?.types ?? {},
    event: decoded?.signature ?? '',
    transaction_id: record.id,
    ...(block.number > solidHeight(seen.core, seen.node) ? { _unconfirmed: true } : {}),
  };
}
