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

test.each(operatorRoles)('%s', async (role) => {
  const html = await sources.draw(['/src/features/screening/screening-page.tsx', 'ScreeningPage'], {
    me: { role },
    answers: [
      [['screening', 'lists'], { lists: [] }],
      [['screening', 'open'], { pages: [{ cases: [], next: null }], pageParams: [undefined] }],
      [['changes'], { changes: [] }],
    ],
  });
  expect(html).toContain('There is no list');
  expect(html.includes('Addresses to add')).toBe(role === 'administrator');
  expect(html.includes('Administrator only: one proposes it here')).toBe(role !== 'administrator');
});

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
  const [table = ''] = /<table class="data-table"[^>]*aria-label="Proposed and decided".*?<\/table>/.exec(html) ?? [];
  const [, open = '', decided = ''] = table.split('<tr').slice(1);
  expect([...open.matchAll(/button-(\w+)[^>]*>([^<]+)/g)].map(([, kind, label]) => `${label}: ${kind}`)).toEqual([
    'Withdraw: quiet',
    'Carry out: primary',
  ]);
  expect(open).toContain('Nov 21, 2026, 11:48 UTC');
  expect(decided).toContain('cleo');
  expect(decided).not.toContain('<button');
});
