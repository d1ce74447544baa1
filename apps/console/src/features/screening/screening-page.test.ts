import { operatorRoles } from '@tern/contracts/routes/console-access';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: nobody fills in a form whose button is not for them; they read whose it is. Method: the page as the console draws it for each
// role, without a list.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

const inForce = { version: 0, sends: true, deposits: true, closedFrom: '0' };
const rule = (now: object): [string[], object] => [
  ['screening', 'rule'],
  { pages: [{ inForce: now, decided: [], next: null }], pageParams: [undefined] },
];

test.each(operatorRoles)('%s', async (role) => {
  const html = await sources.draw(['/src/features/screening/screening-page.tsx', 'ScreeningPage'], {
    me: { role },
    answers: [
      [['screening', 'lists'], { lists: [] }],
      [['screening', 'open'], { pages: [{ cases: [], next: null }], pageParams: [undefined] }],
      rule(inForce),
      [['changes'], { changes: [] }],
    ],
  });
  expect(html).toContain('There is no list');
  expect(html.includes('Addresses to add')).toBe(role === 'administrator');
  expect(html.includes('Held without an answer from, in USDT')).toBe(role === 'administrator');
  expect(html.split('Administrator only: one proposes it here').length - 1).toBe(role === 'administrator' ? 0 : 2);
});

test.each([
  [inForce, 'No rule decided', 'any amount'],
  [{ version: 3, sends: true, deposits: false, closedFrom: '50000000' }, 'Rule 3', '50.00 USDT'],
])(
  'the rule in force says about what the service is asked, and what a missing answer holds: %o',
  async (now, ...said) => {
    const html = await sources.draw(['/src/features/screening/screening-page.tsx', 'ScreeningPage'], {
      me: { role: 'viewer', assets: [{ id: 'usdt', symbol: 'USDT', decimals: 6 }] },
      answers: [
        [['screening', 'lists'], { lists: [] }],
        [['screening', 'open'], { pages: [{ cases: [], next: null }], pageParams: [undefined] }],
        rule(now),
        [['changes'], { changes: [] }],
      ],
    });
    const shown = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
      ([, term, value]) => `${term}: ${value}`,
    );
    for (const each of said) expect(html).toContain(each);
    expect(shown).toContain(`Deposits: ${now.deposits ? 'asked about' : 'not asked about'}`);
  },
);

test('what is proposed and decided is the one table; only what is open has buttons', async () => {
  const change = {
    content: {
      ...{ kind: 'refused-addresses', list: 'Court orders', source: 'Order 17', asOf: '2026-11-21' },
      ...{ reason: 'legal-order', add: [], remove: [] },
    },
    ...{ proposedBy: 'ben', proposedAt: '2026-11-21T11:48:02.000Z', note: 'Order 17 of the court' },
  };
  const html = await sources.draw(['/src/features/screening/screening-page.tsx', 'ScreeningPage'], {
    me: { role: 'administrator' },
    answers: [
      [['screening', 'lists'], { lists: [] }],
      [['screening', 'open'], { pages: [{ cases: [], next: null }], pageParams: [undefined] }],
      rule(inForce),
      [
        ['changes'],
        {
          changes: [
            { ...change, id: 'one', state: 'proposed', decidedBy: null },
            { ...change, id: 'two', state: 'done', decidedBy: 'cleo' },
          ],
        },
      ],
    ],
  });
  const [table = ''] =
    /<table class="data-table[^"]*"[^>]*aria-label="Proposed and decided".*?<\/table>/.exec(html) ?? [];
  const [, open = '', decided = ''] = table.split('<tr').slice(1);
  expect([...open.matchAll(/button-(\w+)[^>]*>([^<]+)/g)].map(([, kind, label]) => `${label}: ${kind}`)).toEqual([
    'Withdraw: quiet',
    'Carry out: primary',
  ]);
  expect(open).toContain('Nov 21, 2026, 11:48 UTC');
  expect(decided).toContain('cleo');
  expect(decided).not.toContain('<button');
});
