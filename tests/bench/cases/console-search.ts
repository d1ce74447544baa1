import { findTargets } from '@tern/server/console/search/public';
import type { Bench, CaseResult } from '../bench.ts';
import { addressOf, exchange, loadedAssets, summarize, type LoadedRecords } from './load-records.ts';

/** Longest that the answer to what an operator typed may take, in ms. */
const promisedMs = 300;

/** The operators' search of everything among loaded records, for every form of text that it knows. */
export async function measureSearch(
  bench: Bench,
  loaded: LoadedRecords,
  count: number,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const [form, typedOf] of Object.entries(formsOf(loaded))) {
    const { slowest, usual } = await timeSearches(bench, loaded, typedOf);
    bench.log(`  search, ${form}: ${slowest.toFixed(1)} ms, median ${usual.toFixed(1)} ms`);
    results.push({
      id: `console-search ${form}`,
      title: `operators' search, ${form}, p99, ${count.toLocaleString('en-US')} records`,
      unit: 'ms',
      baseline: `${promisedMs} ms`,
      goal: 1,
      stretch: 0.3,
      higherIsBetter: false,
      rounds: [{ measured: slowest, baseline: promisedMs }],
      note: `median ${usual.toFixed(1)} ms`,
    });
  }
  return results;
}

function formsOf({ people, records }: LoadedRecords): Readonly<Record<string, () => string>> {
  const below = (most: number): number => Math.floor(Math.random() * most);
  const personNumber = (): string => String(10_000_001 + below(people.length));
  return {
    'the number of a person': personNumber,
    'eight digits that are nobody': () => '99999999',
    'a username': () => `@u${personNumber()}`,
    'a username that nobody has': () => '@nobody',
    'the id of a person': () => people[below(people.length)] ?? '',
    'the id of a record': () => records[below(records.length)] ?? '',
    'an address': () => addressOf(2 + below(50_000)),
    'an address with a tenth of all deposits': () => exchange,
    'a transaction id': () => below(1_000).toString(16).padStart(64, '0'),
    'a transaction id that is nowhere': () => 'f'.repeat(64),
    'a common amount': () => '100 USDT',
    'an amount that nobody has': () => '99999.123456',
    'a word': () => 'operator',
  };
}

/** The slowest but one and the median of a hundred searches, in ms. */
async function timeSearches(
  { sizes }: Bench,
  { asConsole }: LoadedRecords,
  typedOf: () => string,
): Promise<{ readonly slowest: number; readonly usual: number }> {
  const times: number[] = [];
  for (let asked = 0; asked < Math.min(100, sizes.pages); asked += 1) {
    const typed = typedOf();
    const start = performance.now();
    await findTargets({ db: asConsole, assets: loadedAssets }, { typed, session: { role: 'administrator' } });
    times.push(performance.now() - start);
  }
  return summarize(times);
}
