import type { Located } from '../chain/history.ts';
import { seenState } from '../chain/sight.ts';
import { simulate } from '../chain/simulate.ts';
import { selectorOf } from '../contracts/encode-call.ts';
import { fromInner, toBase58 } from '../crypto/address.ts';
import { bytesToUint, toHex, utf8Text } from '../crypto/bytes.ts';
import { keccak256 } from '../crypto/hash.ts';
import type { JsonObject } from '../json/format-message.ts';
import type { VmLog } from '../tvm/tvm.ts';
import type { AccountFilter } from './account-transactions.ts';
import type { Item, Seen } from './walk.ts';

/** A Transfer event with its token, which is still to be asked for its name. */
export type TokenTransfer = { readonly contract: Uint8Array; readonly fields: JsonObject };

const transferTopic = toHex(keccak256(new TextEncoder().encode('Transfer(address,address,uint256)')));

/** Token transfers from or to the account, whatever contract says so. */
export function* listTokenTransfers(
  transactions: Iterable<Located>,
  filter: AccountFilter & { readonly contractHex?: string },
): Generator<Item<TokenTransfer>> {
  for (const located of transactions) {
    for (const [index, log] of (located.record.receipt.vm?.logs ?? []).entries()) {
      const found = readTransfer(log);
      if (found === undefined) continue;
      const { contract, from, to, units } = found;
      if (filter.contractHex !== undefined && toHex(contract) !== filter.contractHex) continue;
      const [sends, receives] = [toHex(from) === filter.accountHex, toHex(to) === filter.accountHex];
      if (filter.onlyTo ? !receives : filter.onlyFrom ? !sends : !sends && !receives) continue;
      const fields = {
        transaction_id: located.record.id,
        block_timestamp: located.block.timestampMs,
        from: toBase58(from),
        to: toBase58(to),
        type: 'Transfer',
        value: units.toString(),
      };
      yield { position: [located.block.number, located.index, index], value: { contract, fields } };
    }
  }
}

/** Completes transfers with what their contracts say of themselves: anything a contract likes to. */
export async function describeTransfers(seen: Seen, transfers: readonly TokenTransfer[]): Promise<JsonObject[]> {
  const tokens = new Map<string, JsonObject>();
  const described: JsonObject[] = [];
  for (const { contract, fields } of transfers) {
    const contractHex = toHex(contract);
    const token = tokens.get(contractHex) ?? (await describeToken(seen, contract));
    tokens.set(contractHex, token);
    described.push({ ...fields, token_info: token });
  }
  return described;
}

async function describeToken(seen: Seen, contract: Uint8Array): Promise<JsonObject> {
  return {
    symbol: readText(await ask(seen, contract, 'symbol()')),
    address: toBase58(contract),
    decimals: Number(BigInt.asUintN(8, bytesToUint(await ask(seen, contract, 'decimals()')))),
    name: readText(await ask(seen, contract, 'name()')),
  };
}

/** What the contract returns; nothing when the call fails. */
async function ask({ core, node }: Seen, contract: Uint8Array, signature: string): Promise<Uint8Array> {
  const head = core.history.head();
  const outcome = await core.exclusively(() =>
    simulate(core, {
      state: seenState(core, node),
      height: head.number + 1,
      timestampMs: head.timestampMs,
      owner: core.identity.faucet.address,
      contract,
      data: selectorOf(signature),
      valueSun: 0n,
    }),
  );
  return outcome.result === 'SUCCESS' ? outcome.returned : new Uint8Array(0);
}

function readTransfer({ address, topics, data }: VmLog) {
  const [topic, from, to] = topics;
  if (topic === undefined || from === undefined || to === undefined || toHex(topic) !== transferTopic) return undefined;
  if (topics.length !== 3 || data.length !== 32) return undefined;
  const party = (word: Uint8Array): Uint8Array => fromInner(word.slice(12));
  return { contract: fromInner(address), from: party(from), to: party(to), units: bytesToUint(data) };
}

/** The text of a returned `string`; empty when it is none. */
function readText(returned: Uint8Array): string {
  const length = Number(bytesToUint(returned.slice(32, 64)));
  return length > returned.length ? '' : utf8Text(returned.slice(64, 64 + length));
}
