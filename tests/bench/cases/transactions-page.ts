import type { PersonId } from '@tern/base/ids';
import type { TransactionFilter } from '@tern/contracts/routes/console-transactions';
import { listTransactions } from '@tern/server/console/transactions/public';
import type { Bench, Case, CaseResult } from '../bench.ts';
import { measureSearch } from './console-search.ts';
import { addressOf, exchange, loadedAssets, loadRecords, summarize, type LoadedRecords } from './load-records.ts';

/** Longest that a page of operators' list of transactions may take, in ms. */
const promisedMs = 300;

/** The operators' list of everything that moved money, for every way of looking for something, and their search of everything. */
export const transactionsPage: Case = {
  name: 'transactions-page',
  run: async (bench) => {
    const { sizes, log } = bench;
    const count = sizes.records[1];
    log(`  loading ${count.toLocaleString('en-US')} records`);
    const loaded = await loadRecords(count);
    try {
      const results: CaseResult[] = [];
      for (const [way, filterOf] of Object.entries(waysOf(loaded))) {
        const { slowest, usual } = await timePages(bench, loaded, filterOf);
        log(`  ${way}: ${slowest.toFixed(1)} ms, median ${usual.toFixed(1)} ms`);
        results.push({
          id: `transactions-page ${way}`,
          title: `operators' transactions, ${way}, p99, ${count.toLocaleString('en-US')} records`,
          unit: 'ms',
          baseline: `${promisedMs} ms`,
          goal: 1,
          stretch: 0.3,
          higherIsBetter: false,
          rounds: [{ measured: slowest, baseline: promisedMs }],
          note: `median ${usual.toFixed(1)} ms`,
        });
      }
      return [...results, ...(await measureSearch(bench, loaded, count))];
    } finally {
      await loaded.drop();
    }
  },
};

function waysOf({ people }: LoadedRecords): Readonly<Record<string, () => TransactionFilter>> {
  const any = (): PersonId => people[Math.floor(Math.random() * people.length)] as PersonId;
  return {
    'no filter': () => ({}),
    'oldest first': () => ({ order: 'oldest' }),
    'a rare kind': () => ({ kind: 'bonus' }),
    'a kind and a coin': () => ({ kind: 'swap', asset: 'trx' }),
    'a rare state': () => ({ state: 'failed' }),
    'a kind that is never in a state': () => ({ kind: 'bonus', state: 'withdrawing' }),
    'a day of last year': () => ({ from: '2025-06-01', until: '2025-06-01', kind: 'send' }),
    'a person': () => ({ person: any() }),
    'a person and a kind they have not': () => ({ person: any(), kind: 'bonus' }),
    'an address': () => ({ search: addressOf(2 + Math.floor(Math.random() * 50_000)) }),
    'an address with a tenth of all deposits': () => ({ search: exchange }),
    'that address and a state it hardly has': () => ({ search: exchange, state: 'confirming' }),
    'a common amount': () => ({ search: '100 USDT' }),
    'a common amount of a kind that never has it': () => ({ search: '100 USDT', kind: 'bonus' }),
    'a common amount in a rare state': () => ({ search: '100 USDT', state: 'failed' }),
    'an amount of rewards that nobody has': () => ({ search: '99999.123456 TERN' }),
    'an amount that nobody has': () => ({ search: '99999.123456' }),
    'dust and what is not understood': () => ({ noise: 'shown' }),
    'dust in a rare state': () => ({ noise: 'shown', state: 'confirming' }),
    'dust of an amount that nobody has': () => ({ noise: 'shown', search: '99999.123456' }),
    'a kind that is never dust, with dust': () => ({ noise: 'shown', kind: 'bonus' }),
    'a transaction id': () => ({
      search: Math.floor(Math.random() * 1_000)
        .toString(16)
        .padStart(64, '0'),
    }),
  };
}

/** The slowest but one and the median of a hundred pages, in ms: a first page and the one behind it, where there is one. */
async function timePages(
  { sizes }: Bench,
  { asConsole }: LoadedRecords,
  filterOf: () => TransactionFilter,
): Promise<{ readonly slowest: number; readonly usual: number }> {
  const times: number[] = [];
  for (let asked = 0; asked < Math.min(100, sizes.pages); asked += 1) {
    const filter = filterOf();
    let after: string | undefined;
    for (let page = 0; page < 2; page += 1) {
      const start = performance.now();
      const found = await listTransactions({ db: asConsole, assets: loadedAssets }, { ...filter, after });
      times.push(performance.now() - start);
      if (found.after === null) break;
      after = found.after;
    }
  }
  return summarize(times);
}
