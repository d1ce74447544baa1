import type { Asset, Cast } from './deposit-shapes.ts';
import type { MadeTransaction } from './generated-chain.ts';

/** USDT base units for one of an asset's: a TRX is 0.30, a reward token 0.10. */
const usdtValue: Readonly<Record<Asset, (amount: bigint) => bigint>> = {
  usdt: (amount) => amount,
  trx: (amount) => (amount * 3n) / 10n,
  reward: (amount) => amount / 10n ** 13n,
};
const activationMinimum = 10_000_000n;
const dustBelow = 10_000n;

/** What the books must say. Filled block by block from what the transactions really did. */
export type Truth = {
  /** `txId kind place asset to amount destination`, for every arrival; inner transfers without their place. */
  readonly rows: string[];
  /** `txId reason to`. */
  readonly oddities: string[];
  /** By `wallet asset`. */
  readonly balances: Map<string, bigint>;
  /** By `suspense asset`, `treasury asset`. */
  readonly house: Map<string, bigint>;
  /** Wallets whose owner is active. */
  readonly active: Set<string>;
  records: number;
  folded: number;
};

export function emptyTruth(): Truth {
  return {
    rows: [],
    oddities: [],
    balances: new Map(),
    house: new Map(),
    active: new Set(),
    records: 0,
    folded: 0,
  };
}

/** Adds what these transactions must have brought. */
export function extendTruth(truth: Truth, cast: Cast, transactions: readonly MadeTransaction[]): void {
  const wallets = new Set(cast.wallets);
  for (const { txId, own, arrivals, oddities } of transactions) {
    for (const { kind, place, asset, to, amount } of arrivals) {
      const destination = own ? 'own' : to === cast.house ? 'treasury' : wallets.has(to) ? 'customer' : 'suspense';
      const position = kind === 'internal' ? '-' : place;
      truth.rows.push(`${txId} ${kind} ${position} ${asset} ${to} ${amount} ${destination}`);
      if (destination === 'own') continue;
      if (destination !== 'customer') {
        add(truth.house, `${destination} ${asset}`, amount);
        continue;
      }
      add(truth.balances, `${to} ${asset}`, amount);
      const value = usdtValue[asset](amount);
      truth.records += 1;
      if (value < dustBelow) truth.folded += 1;
      if (value >= activationMinimum) truth.active.add(to);
    }
    for (const { reason, to } of oddities) truth.oddities.push(`${txId} ${reason} ${to}`);
  }
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}
