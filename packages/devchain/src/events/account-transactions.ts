import type { Located } from '../chain/history.ts';
import { contractName } from '../chain/transaction.ts';
import { toHex } from '../crypto/bytes.ts';
import { isAddressField } from '../json/format-message.ts';
import type { JsonObject } from '../json/format-message.ts';
import { formatInternal } from '../json/format-receipt.ts';
import { formatTransaction } from '../json/format-transaction.ts';
import { decodeMessage, findMessageType } from '../proto/codec.ts';
import type { ContractCall, Messages } from '../proto/types.ts';
import type { Item } from './walk.ts';

export type AccountFilter = {
  readonly accountHex: string;
  readonly onlyTo: boolean;
  readonly onlyFrom: boolean;
};

/** Transactions that name the account, in TronGrid's form: with what they cost, 41-hex addresses, zeros printed. */
export function* listAccountTransactions(
  transactions: Iterable<Located>,
  filter: AccountFilter,
): Generator<Item<JsonObject>> {
  for (const located of transactions) {
    const [contract] = located.record.transaction.raw_data.contract;
    if (contract === undefined || !concerns(partiesOf(contract), filter)) continue;
    yield { position: [located.block.number, located.index, 0], value: format(located) };
  }
}

type Parties = { readonly from: string | undefined; readonly to: readonly string[] };

function concerns({ from, to }: Parties, { accountHex, onlyTo, onlyFrom }: AccountFilter): boolean {
  const sends = from === accountHex;
  const receives = to.includes(accountHex);
  if (onlyTo) return receives;
  return onlyFrom ? sends : sends || receives;
}

/** The owner, and every other address the contract names. */
function partiesOf(contract: ContractCall): Parties {
  const name = contractName(contract) as keyof Messages;
  const message = decodeMessage(name, contract.parameter.value) as unknown as Record<string, unknown>;
  const addresses = new Map<string, string>();
  for (const field of findMessageType(name)?.fieldsArray ?? []) {
    const value = message[field.name];
    if (isAddressField(field) && value instanceof Uint8Array) addresses.set(field.name, toHex(value));
  }
  const from = addresses.get('owner_address');
  addresses.delete('owner_address');
  return { from, to: [...addresses.values()] };
}

function format({ record, block }: Located): JsonObject {
  const { receipt } = record;
  return {
    ...formatTransaction(record, false),
    ret: [{ contractRet: receipt.contractResult, fee: receipt.feeSun }],
    blockNumber: block.number,
    block_timestamp: block.timestampMs,
    net_usage: receipt.netUsage,
    net_fee: receipt.netFeeSun,
    energy_usage: receipt.vm?.stakedEnergy ?? 0n,
    energy_fee: receipt.vm?.energyFeeSun ?? 0n,
    energy_usage_total: receipt.vm?.energyUsed ?? 0n,
    internal_transactions: (receipt.vm?.internal ?? []).map((internal) => formatInternal(internal, false)),
  };
}
