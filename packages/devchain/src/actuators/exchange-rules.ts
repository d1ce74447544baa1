import { invalidContract } from '../chain/refusal.ts';
import { toHex, utf8Text } from '../crypto/bytes.ts';
import type { ExchangeMoveContract } from '../proto/exchange-types.ts';
import type { CellReader } from '../state/cells.ts';
import { findExchange, trxSymbol } from '../state/exchanges.ts';
import type { ExchangeCell } from '../state/exchanges.ts';
import { requireAccount } from './require-account.ts';

/** The most that a pair may hold of one side. */
export const exchangeBalanceMax = 1_000_000_000_000_000n;

/** A pair as one looks at it who names one of its sides. */
export type Sides = {
  readonly exchange: ExchangeCell;
  readonly namedId: string;
  readonly otherId: string;
  readonly named: bigint;
  readonly other: bigint;
};

/** A decimal number without leading zeros, as tokens have. */
export function isTokenNumber(id: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(id);
}

/** The pair and its sides. Refuses, in this order, an unknown account, an unknown pair and a token that is no number. */
export function openSides(
  state: CellReader,
  message: ExchangeMoveContract,
  words: { readonly absent: string; readonly creatorOnly: boolean },
): Sides {
  const ownerHex = toHex(message.owner_address);
  requireAccount(state, message.owner_address, 'account');
  const exchange = findExchange(state, message.exchange_id);
  if (exchange === undefined) throw invalidContract(`Exchange[${message.exchange_id}] not exists`);
  if (words.creatorOnly && exchange.creatorHex !== ownerHex) {
    throw invalidContract(`account[${ownerHex}] is not creator`);
  }
  const namedId = utf8Text(message.token_id);
  if (namedId !== trxSymbol && !isTokenNumber(namedId)) throw invalidContract('token id is not a valid number');
  const { firstId, firstBalance, secondId, secondBalance } = exchange;
  if (namedId === firstId) return { exchange, namedId, otherId: secondId, named: firstBalance, other: secondBalance };
  if (namedId === secondId) return { exchange, namedId, otherId: firstId, named: secondBalance, other: firstBalance };
  throw invalidContract(words.absent);
}

/** Refuses a pair from which everything was taken. */
export function refuseClosed({ exchange }: Sides): void {
  if (exchange.firstBalance === 0n || exchange.secondBalance === 0n) {
    throw invalidContract('Token balance in exchange is equal with 0,the exchange has been closed');
  }
}

/** The pair with other amounts. */
export function withBalances({ exchange, namedId }: Sides, named: bigint, other: bigint): ExchangeCell {
  const [firstBalance, secondBalance] = namedId === exchange.firstId ? [named, other] : [other, named];
  return { ...exchange, firstBalance, secondBalance };
}
