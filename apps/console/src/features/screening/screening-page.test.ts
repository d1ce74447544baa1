import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: nobody fills in a form whose button is not for them; they read whose it is. Method: the page as the console draws it for each
// role, without a list.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

test.each(['viewer', 'reviewer', 'treasurer', 'administrator'] as const)('%s', async (role) => {
  const html = await sources.draw(['/src/features/screening/screening-page.tsx', 'ScreeningPage'], {
    me: { role },
    answers: [
      [['screening', 'lists'], { lists: [] }],
      [['screening', 'open'], []],
      [['changes'], { changes: [] }],
    ],
  });
  expect(html).toContain('There is no list');
  expect(html.includes('Addresses to add')).toBe(role === 'administrator');
  expect(html.includes('Administrator only: one proposes it here')).toBe(role !== 'administrator');
});
