import type { Clock } from '@tern/base/clock';
import type { Asset } from '@tern/money/asset';
import { ratioFromDecimal, type Ratio } from '@tern/money/ratio';
import { fetchText } from './fetch-text.ts';
import type { PriceSource, PriceSourceName, Quote } from './price.ts';

/** A public ticker: an address that answers JSON, and where in it the price stands, as JSON pointers (RFC 6901). */
export type Ticker = {
  readonly asset: Pick<Asset, 'id' | 'decimals'>;
  readonly url: string;
  /** USDT, or a currency taken for it, for one whole coin: a number or its text. */
  readonly price: string;
  /** When the ticker made it, in seconds or milliseconds since 1970 or as RFC 3339; a ticker without it cannot be caught standing still. */
  readonly time?: string | undefined;
};

export type TickerPricesDeps = {
  /** Which of the tickers of an asset: each is a source of its own. */
  readonly name?: Extract<PriceSourceName, `ticker${string}`>;
  readonly tickers: readonly Ticker[];
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
};

const ageMaxMs = 60_000;
/** Digits of a ticker's price that count after the point. */
const decimalsMax = 18;

/** Prices of public tickers over HTTP. Throws where one does not answer, answers something else, or repeats an old price. */
export function tickerPrices({
  name = 'ticker',
  tickers,
  clock,
  fetch = globalThis.fetch,
}: TickerPricesDeps): PriceSource {
  return {
    name,
    readQuotes: () =>
      Promise.all(
        tickers.map(async (ticker): Promise<Quote> => {
          const said = await ask(fetch, ticker.url);
          if (ticker.time !== undefined) checkAge(readText(said, ticker.time), clock.nowMs());
          const price = readPrice(readText(said, ticker.price));
          return { assetId: ticker.asset.id, price, decimals: ticker.asset.decimals };
        }),
      ),
  };
}

async function ask(fetch: typeof globalThis.fetch, url: string): Promise<unknown> {
  return JSON.parse(await fetchText(fetch, url), keepDigits) as unknown;
}

/** Numbers stay the text they were, so that no price passes through a float. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? context.source : value;
}

function readText(said: unknown, pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string, unknown>)[step]
        : undefined,
    said,
  );
  if (typeof found !== 'string') throw new Error(`the ticker says nothing at ${pointer}`);
  return found;
}

/** A plain positive decimal, cut after 18 places; no exponent, no sign, no separators. */
function readPrice(text: string): Ratio {
  const match = /^(\d{1,20})(?:\.(\d{1,60}))?$/.exec(text);
  if (match === null) throw new Error(`the ticker's price is no plain decimal: ${text.slice(0, 40)}`);
  const whole = BigInt(match[1] ?? '0').toString();
  const fraction = (match[2] ?? '').slice(0, decimalsMax);
  const price = ratioFromDecimal(fraction === '' ? whole : `${whole}.${fraction}`);
  if (price.numerator === 0n) throw new Error('the ticker’s price is zero');
  return price;
}

function checkAge(text: string, nowMs: number): void {
  const atMs = /^\d{9,11}(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : /^\d{12,14}$/.test(text)
      ? Number(text)
      : Date.parse(text);
  if (!(Math.abs(nowMs - atMs) <= ageMaxMs))
    throw new Error(`the ticker repeats an old price, of ${text.slice(0, 40)}`);
}
