import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: the treasury says its figures one below the other and what lies where in the one table of the console; of a proposed order it
// says how many have approved. Method: the page as the console draws it.

let sources: Awaited<ReturnType<typeof loadConsole>>;
let html: string;
beforeAll(async () => {
  sources = await loadConsole();
  html = await sources.draw(['/src/features/work/treasury-page.tsx', 'TreasuryPage'], {
    me: { role: 'treasurer', assets: [{ id: 'usdt', decimals: 6, symbol: 'USDT' }] as never },
    answers: [
      [['changes'], { changes: [] }],
      [['house'], { pages: [house], pageParams: [undefined] }],
      [['nodes'], { nodes: [] }],
    ],
  });
});
afterAll(() => sources.close());

const order = {
  ...{ kind: 'cold', assetId: 'usdt', amount: '9000000', about: [], minutesOpen: 90 },
  author: { by: 'operator', name: 'ben' },
};
const house = {
  assets: [
    {
      ...{ assetId: 'usdt', owed: '5000000', own: '-1000000' },
      custody: [{ place: 'hot', amount: '4000000' }],
      hot: { held: '4000000', available: '3000000', floor: '1000000', ceiling: '8000000', verdict: 'within' },
      samples: [{ place: 'hot', books: '4000000', chain: '3500000', block: 7, at: '2026-11-21T11:48:02.000Z' }],
    },
  ],
  ...{ gaps: [], surpluses: [], coldArrivals: [] },
  ...{ next: null, more: { surpluses: false, orders: false } },
  orders: [
    {
      ...order,
      ...{ id: 'one', state: 'proposed' },
      earlier: [{ operator: 'ben', at: '2026-11-21T11:48:02.000Z', decision: 'approve', said: null }],
    },
    { ...order, id: 'two', state: 'proposed', earlier: [] },
    { ...order, id: 'three', state: 'ready', earlier: [] },
  ],
};

test('each figure of an asset is a fact with its name, and a debt has its sign', () => {
  const facts = [...html.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*><bdi[^>]*>([^<]*)/g)].map(([, term, value]) => [
    term,
    value,
  ]);
  expect(facts).toEqual([
    ['Customer liabilities', '5.00 USDT'],
    ['House equity', '−1.00 USDT'],
    ['Hot wallet, free', '3.00 USDT'],
    ['Hot wallet, minimum', '1.00 USDT'],
    ['Hot wallet, maximum', '8.00 USDT'],
  ]);
});

test('what lies where stands in the one table, with the time in UTC; what differs from the chain is marked', () => {
  const [table = ''] =
    /<table class="data-table data-table-wide[^"]*"[^>]*aria-label="Where USDT lies".*?<\/table>/.exec(html) ?? [];
  expect(table).toContain('Nov 21, 2026, 11:48 UTC, block 7');
  expect(table).toMatch(/class="danger"><bdi[^>]*>3\.50 USDT/);
});

test('an order that is proposed says how many have approved, and its approval stands out', () => {
  const [table = ''] = /<table class="data-table[^"]*"[^>]*aria-label="Orders under way".*?<\/table>/.exec(html) ?? [];
  const chips = [...table.matchAll(/class="chip[^"]*"[^>]*>(?:<[^>]*>)*([^<]+)/g)].map(([, chip]) => chip);
  expect(chips).toEqual(['1 of 2', 'new']);
  const buttons = [...table.matchAll(/button-(\w+)[^>]*>([^<]+)/g)].map(([, kind, label]) => `${label}: ${kind}`);
  expect(buttons).toEqual(['Reject: danger', 'Approve as second: primary', 'Reject: danger', 'Approve: primary']);
});

test('that nothing is missing is said only of what was compared with the chain not long ago', async () => {
  const said = async (ages: readonly (number | null)[]) => {
    const drawn = await sources.draw(['/src/features/work/gaps.tsx', 'Gaps'], {
      props: {
        nowMs: Date.parse('2026-11-21T12:00:00.000Z'),
        house: {
          ...{ gaps: [], coldArrivals: [] },
          assets: ages.map((minutes) => ({
            samples: minutes === null ? [] : [{ at: new Date(Date.UTC(2026, 10, 21, 12, -minutes)).toISOString() }],
          })),
        },
      },
    });
    return drawn.replace(/<[^>]*>/g, '');
  };
  expect(await said([1, 14])).toBe('Nothing is missing on the chain.');
  expect(await said([null, null])).toContain('Nothing has been compared with the chain yet');
  expect(await said([])).toContain('Nothing has been compared with the chain yet');
  expect(await said([16, 90])).toContain('at the last comparison, which is out of date');
  expect(await said([1, 16])).toContain('Some places have not been compared, or not lately');
  expect(await said([1, null])).toContain('Some places have not been compared, or not lately');
});

test('where rows are cards, what sorts them says so, and a table of one row has nothing to sort', () => {
  const [custody = '', orders = ''] = [...html.matchAll(/<table class="([^"]*)"/g)].map(([, names]) => names ?? '');
  expect(custody.split(' ')).toEqual(['data-table', 'data-table-wide', 'data-lines-3', 'data-table-few']);
  expect(orders.split(' ')).not.toContain('data-table-few');
  expect(html.match(/data-sort-by="Sort by"/g)).toHaveLength(2);
});
