import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { parseDailyRates } from './currency-rates.ts';
import { fetchText } from './fetch-text.ts';
import { storeRates } from './rates-store.ts';

export type RefreshRatesDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** A document in the daily form of the European Central Bank. */
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch;
};

const dayMs = 86_400_000;

/** Reads the rates of the day once and stores them. Throws where there are none, or of a day that has not come. */
export async function refreshRates({ db, clock, url, fetch = globalThis.fetch }: RefreshRatesDeps): Promise<number> {
  const rates = parseDailyRates(await fetchText(fetch, url));
  if (Date.parse(rates.day) > clock.nowMs() + dayMs) throw new Error(`rates of a day to come, ${rates.day}`);
  await transact(db, (tx) => storeRates(tx, rates));
  return 0;
}
