import { addBalance, findAccount } from './accounts.ts';
import { addAsset, hasAsset } from './assets.ts';
import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

/** How a pair names TRX; every other name is the number of a TRC-10 token. */
export const trxSymbol = '_';

/** A trading pair. Amounts in base units, TRX in SUN. */
export type ExchangeCell = {
  readonly id: number;
  readonly creatorHex: string;
  readonly createTimeMs: number;
  readonly firstId: string;
  readonly firstBalance: bigint;
  readonly secondId: string;
  readonly secondBalance: bigint;
};

export function findExchange(state: CellReader, id: bigint | number): ExchangeCell | undefined {
  return state.get(`exchange/${id}`) as ExchangeCell | undefined;
}

export function putExchange(state: Workspace, exchange: ExchangeCell): void {
  state.set(`exchange/${exchange.id}`, exchange);
}

export function exchangeCount(state: CellReader): number {
  return (state.get('exchange-count') as number | undefined) ?? 0;
}

/** Opens a pair under the next number, which it returns. */
export function openExchange(state: Workspace, exchange: Omit<ExchangeCell, 'id'>): number {
  const id = exchangeCount(state) + 1;
  state.set('exchange-count', id);
  putExchange(state, { ...exchange, id });
  return id;
}

/** Every pair, in the order of their numbers. */
export function listExchanges(state: CellReader): ExchangeCell[] {
  const ids = Array.from({ length: exchangeCount(state) }, (_, index) => index + 1);
  return ids.map((id) => findExchange(state, id)).filter((exchange) => exchange !== undefined);
}

/** Whether the account has the amount of a token or of TRX. */
export function hasTradable(state: CellReader, addressHex: string, id: string, amount: bigint): boolean {
  if (id !== trxSymbol) return hasAsset(state, addressHex, id, amount);
  return (findAccount(state, addressHex)?.balance ?? 0n) >= amount;
}

/** Adds (or, below zero, takes) an amount of a token or of TRX. */
export function addTradable(state: Workspace, addressHex: string, id: string, amount: bigint): void {
  if (id === trxSymbol) addBalance(state, addressHex, amount);
  else addAsset(state, addressHex, id, amount);
}
