import type { PersonId, SessionId, WalletId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { listWalletAccounts, type WalletAccount } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { zero } from '@tern/money/units';
import type { ActingPerson } from '../../people/accounts/public.ts';
import { holdOpenSessions } from '../../people/sessions/public.ts';
import { listWalletsAmong, type Wallet } from '../../people/wallets/public.ts';
import type { SwapDeps } from './deps.ts';
import { readMarket, type Market } from './read-market.ts';
import { lockQuotes, type QuoteKey } from './swap-store.ts';
import type { StoredQuote } from './swap.ts';

/** Whose confirmation of which quote, and the session it was given in. */
export type AskedSwap = QuoteKey & { readonly sessionId: SessionId };

/** What a set of swaps is judged by, as it is in the transaction that does them. */
export type SwapFacts = {
  readonly people: ReadonlyMap<PersonId, ActingPerson>;
  /** Those that are open, and stay so: whoever ends one comes before the swap, or after it. */
  readonly openSessions: ReadonlySet<SessionId>;
  /** In the order they were asked for; undefined where it is not the person's own. */
  readonly quotes: readonly (StoredQuote | undefined)[];
  /** Who was quoted a reward and has declared a country since then where none is given. */
  readonly closed: ReadonlySet<PersonId>;
  readonly wallets: ReadonlyMap<WalletId, Wallet>;
  readonly account: FindAccount;
  /** By `marketKey`; those of quotes that are used or over are not read. */
  readonly markets: ReadonlyMap<string, Market>;
};

/** A wallet's account for an asset, if it has one yet. */
export type FindAccount = (walletId: WalletId, assetId: AssetId) => WalletAccount | undefined;

/** Quotes of one direction and one version of the terms are judged by the same market. */
export function marketKey({ assetOut, assetIn, termsVersion }: StoredQuote): string {
  return `${assetOut} ${assetIn} ${termsVersion}`;
}

/**
 * Locks the people of these quotes, holds their sessions open, then locks the quotes, and reads everything their swaps depend on. The people come first: a
 * freeze waits or wins, and nobody else spends what they have.
 */
export async function readSwapFacts(deps: SwapDeps, tx: DbTx, asked: readonly AskedSwap[]): Promise<SwapFacts> {
  const people = await deps.factors.lockPeople(
    tx,
    asked.map(({ personId }) => personId),
  );
  const openSessions = await holdOpenSessions(
    tx,
    asked.map(({ sessionId }) => sessionId),
  );
  const quotes = await lockQuotes(tx, asked);
  const found = quotes.filter((quote) => quote !== undefined);
  const walletIds = found.map(({ walletId }) => walletId);
  const rewarded = found.filter(({ swapperReward }) => swapperReward > zero).map(({ personId }) => personId);
  const wallets = await listWalletsAmong(tx, { ids: walletIds, addresses: [] });
  return {
    people,
    openSessions,
    quotes,
    closed: rewarded.length > 0 ? await deps.listClosedAmong(tx, rewarded) : new Set(),
    wallets: new Map(wallets.map((wallet) => [wallet.id, wallet])),
    account: await readAccounts(tx, walletIds),
    markets: await readMarkets(deps, tx, found),
  };
}

/** Reads the accounts of these wallets. */
export async function readAccounts(tx: DbTx, walletIds: readonly WalletId[]): Promise<FindAccount> {
  const accounts = await listWalletAccounts(tx, walletIds);
  const known = new Map(accounts.map((account) => [`${account.walletId} ${account.asset}`, account]));
  return (walletId, assetId) => known.get(`${walletId} ${assetId}`);
}

async function readMarkets(
  deps: SwapDeps,
  tx: DbTx,
  quotes: readonly StoredQuote[],
): Promise<ReadonlyMap<string, Market>> {
  const markets = new Map<string, Market>();
  for (const quote of quotes) {
    const key = marketKey(quote);
    if (quote.used || quote.expired || markets.has(key)) continue;
    const { swaps: terms } = await deps.terms.getVersion(tx, quote.termsVersion);
    markets.set(key, await readMarket({ ...deps, terms }, tx, quote));
  }
  return markets;
}
