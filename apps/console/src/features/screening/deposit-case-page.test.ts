import { depositCase } from '@tern/contracts/routes/console-screening';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: whoever decides about a held deposit reads what it was worth, or that nobody knew. Method: the page as the console draws it.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

const found = depositCase.parse({
  ...{ kind: 'deposit', id: '11111111-1111-4111-8111-111111111111', state: 'under-review', reason: 'legal-order' },
  ...{ assetId: 'trx', amount: '2500000000', usdtValue: '750000000', evidence: [] },
  ...{
    address: 'TSender',
    toAddress: 'TOurs',
    txId: 'ab'.repeat(32),
    personId: '22222222-2222-4222-8222-222222222222',
    publicId: '12345678',
    recordId: '33333333-3333-4333-8333-333333333333',
  },
  ...{
    openedAt: '2026-11-21T11:48:02.000Z',
    until: '2026-11-24T11:48:02.000Z',
    endedAt: null,
    decidedBy: null,
    rule: null,
  },
});

test.each([
  ['750000000', '750.00'],
  [null, 'No price was known'],
])('a held deposit worth %s says so', async (usdtValue, said) => {
  const html = await sources.draw(['/src/features/screening/deposit-case-page.tsx', 'DepositCasePage'], {
    me: { role: 'reviewer', assets: [{ id: 'usdt', symbol: 'USDT', decimals: 6 }] },
    answers: [[['screening', 'deposit', ''], { ...found, usdtValue }]],
  });
  const [, value = ''] = /Worth when it was credited<\/dt>(.*?)<\/dd>/.exec(html) ?? [];
  expect(value).toContain(said);
});
