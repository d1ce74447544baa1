import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import type { BlockFacts, EventLog } from './block-facts.ts';
import type { InflowRules } from './list-inflows.ts';
import { findMentionedAddress } from './transfer-event.ts';

/** What the issuer of a listed token did to the token as a whole, or to one of our addresses. */
export type IssuerAct = {
  readonly txId: string;
  /** Position of the event in its receipt. */
  readonly index: number;
  readonly act: IssuerActName;
  readonly assetId: AssetId;
  readonly contract: TronAddress;
  /** Ours; absent for what concerns everybody. */
  readonly address?: TronAddress;
  /** What was destroyed, as the event says. */
  readonly amount?: Units;
};

/** Tether's own events. `whole`: the first word is no address. */
const events = {
  AddedBlackList: { signature: 'AddedBlackList(address)', whole: false },
  RemovedBlackList: { signature: 'RemovedBlackList(address)', whole: false },
  DestroyedBlackFunds: { signature: 'DestroyedBlackFunds(address,uint256)', whole: false },
  Pause: { signature: 'Pause()', whole: true },
  Unpause: { signature: 'Unpause()', whole: true },
  Deprecate: { signature: 'Deprecate(address)', whole: true },
} as const;
export type IssuerActName = keyof typeof events;

const byTopic = new Map(
  Object.entries(events).map(([name, { signature, whole }]) => {
    const topic = bytesToHex(keccak_256(new TextEncoder().encode(signature)));
    return [topic, { act: name as IssuerActName, whole }] as const;
  }),
);

/**
 * Lists what issuers of listed tokens did in a block that concerns us: to one of our addresses (`AddedBlackList`,
 * `RemovedBlackList`, `DestroyedBlackFunds`) or to the token as a whole (`Pause`, `Unpause`, `Deprecate`). These are
 * the events of Tether's contract; only those of successful transactions count. It never throws.
 *
 * @example
 * const topic = '6985a02210a168e66602d3235cb6db0e70f92b3ba4d376a33c0f3d9434bff625';
 * const log = { index: 0, contract: usdt, topics: [topic], data: '' };
 * listIssuerActs({ transactions: [{ ...payment, logs: [log] }] }, rules);
 * // → [{ txId: payment.txId, index: 0, act: 'Pause', assetId: 'usdt', contract: usdt }]
 * listIssuerActs({ transactions: [payment] }, rules); // → []
 */
export function listIssuerActs(block: Pick<BlockFacts, 'transactions'>, rules: InflowRules): readonly IssuerAct[] {
  return block.transactions
    .filter(({ result }) => result === 'success')
    .flatMap(({ txId, logs }) => logs.flatMap((log) => readAct(txId, log, rules)));
}

function readAct(txId: string, log: EventLog, { ownAddresses, tokens }: InflowRules): readonly IssuerAct[] {
  const { index, contract, topics, data } = log;
  const assetId = tokens.get(contract);
  const known = byTopic.get(topics[0] ?? '');
  if (assetId === undefined || known === undefined) return [];
  const act = { txId, index, act: known.act, assetId, contract };
  if (known.whole) return [act];
  // Indexed in some issues of the contract, plain in others.
  const address = findMentionedAddress(topics[1] ?? data.slice(0, 64));
  if (address === undefined || !ownAddresses.has(address)) return [];
  const amount =
    known.act === 'DestroyedBlackFunds' ? readAmount(topics[1] === undefined ? data.slice(64) : data) : undefined;
  return [{ ...act, address, ...(amount === undefined ? {} : { amount }) }];
}

function readAmount(word: string): Units | undefined {
  return /^[0-9a-f]{64}$/.test(word) ? units(BigInt(`0x${word}`)) : undefined;
}
