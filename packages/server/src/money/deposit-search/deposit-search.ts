import type { RecordId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ArrivalState, ArrivalView } from '@tern/contracts/routes/deposits';
import type { AssetId } from '@tern/money/asset';
import { zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { TransactionFacts } from '@tern/tron/block-facts';
import { findTransferEvent } from '@tern/tron/transfer-event';

/** One move of coins inside a transaction, to whomever. */
export type ChainMove = {
  readonly kind: 'trx' | 'trc20' | 'internal';
  readonly index: number;
  readonly to: TronAddress;
  /** Undefined for a token that is not listed. */
  readonly assetId: AssetId | undefined;
  readonly contract: TronAddress | undefined;
  readonly amount: Units;
};

/** A transaction id as it is written, or within the address of an explorer's page. Throws `TX_ID_INVALID`. */
export function readTxId(text: string): string {
  const match = /(?<![0-9a-fA-F])(?:0x)?([0-9a-fA-F]{64})(?![0-9a-fA-F])/.exec(text.trim());
  if (match?.[1] === undefined) throw problem('TX_ID_INVALID');
  return match[1].toLowerCase();
}

/** Everything a transaction moved that anybody may have been waiting for, in the chain's order. */
export function listMoves(
  transaction: TransactionFacts,
  tokens: ReadonlyMap<TronAddress, AssetId>,
): readonly ChainMove[] {
  const { kind, to, amountSun } = transaction;
  const trx =
    kind === 'transfer' && to !== undefined && amountSun > zero
      ? [{ kind: 'trx' as const, index: 0, to, assetId: 'trx' as const, contract: undefined, amount: amountSun }]
      : [];
  const events = transaction.logs.flatMap((log) => {
    const event = findTransferEvent(log);
    if (event === undefined || event.amount === zero) return [];
    const assetId = tokens.get(log.contract);
    return [
      { kind: 'trc20' as const, index: log.index, to: event.to, assetId, contract: log.contract, amount: event.amount },
    ];
  });
  const inner = transaction.internal
    .filter((move) => !move.rejected && move.amountSun > zero && move.tokenId === undefined)
    .map((move) => ({
      kind: 'internal' as const,
      index: move.index,
      to: move.to,
      assetId: 'trx' as const,
      contract: undefined,
      amount: move.amountSun,
    }));
  return [...trx, ...events, ...inner];
}

/** What is known here of a move to one of the person's addresses. */
export type MoveFacts = {
  readonly isOwn: boolean;
  readonly is: 'credited' | 'suspense' | 'set-aside' | undefined;
  readonly isUnlisted: boolean;
  /** In a block that can still be taken back. */
  readonly isFinal: boolean;
};

/** Tells what became of a move: the books before the chain, and nothing about anybody else's address. */
export function stateOfMove({ isOwn, is, isUnlisted, isFinal }: MoveFacts): ArrivalState {
  if (!isOwn) return 'elsewhere';
  if (is === 'credited') return 'credited';
  if (is === 'suspense') return 'suspense';
  if (isUnlisted) return 'not-listed';
  if (is === 'set-aside') return 'examined';
  return isFinal ? 'crediting' : 'confirming';
}

export function renderMove(move: ChainMove, state: ArrivalState, recordId: RecordId | null): ArrivalView {
  return {
    to: move.to,
    assetId: move.assetId ?? null,
    contract: move.assetId === undefined ? (move.contract ?? null) : null,
    amount: move.assetId === undefined ? null : move.amount.toString(),
    state,
    recordId,
  };
}
