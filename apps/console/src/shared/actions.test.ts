import { operatorRoles, type OperatorRole } from '@tern/contracts/routes/console-access';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../testing/load-console.ts';

// Goal: why an operator cannot take the actions beside each other stands there once, and each disabled button leads to it. Method:
// the actions about a surplus and about a proposal as the console draws them.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

const never = () => Promise.reject(new Error('nobody asks'));
const since = '2026-11-21T11:48:02.000Z';

/** What is said beside the buttons, and how many disabled buttons lead to each of it. */
function saidIn(html: string): readonly (readonly [text: string, buttons: number])[] {
  return [...html.matchAll(/<small id="([^"]*)"[^>]*>([^<]*)/g)].map(([, id, text = '']) => [
    text,
    html.split(`aria-describedby="${id}"`).length - 1,
  ]);
}

const surplus = (quarantined: boolean, role: OperatorRole) =>
  sources.draw(['/src/features/work/surpluses.tsx', 'Surpluses'], {
    me: { role, assets: [{ id: 'trx', symbol: 'TRX', decimals: 6 }] as never },
    props: {
      surpluses: [
        { id: '1', address: 'T1', assetId: 'trx', amount: '1', block: 7, returning: false, quarantined, since },
      ],
      nowMs: Date.parse(since),
      foot: null,
    },
  });

test.each(operatorRoles)('a surplus, for a %s', async (role) => {
  expect(saidIn(await surplus(false, role))).toEqual(role === 'treasurer' ? [] : [['not for your role', 2]]);
});

test('what blocks all actions is said once too', async () => {
  const text = 'Decide about the quarantined item of this address first.';
  expect(saidIn(await surplus(true, 'treasurer'))).toEqual([[text, 2]]);
});

const proposal = (role: OperatorRole, blocked?: string, withdrawBlocked?: string) =>
  sources.draw(['/src/shared/second-decision.tsx', 'SecondDecision'], {
    me: { role },
    props: { carryOut: 'Approve', roles: ['administrator'], blocked, withdrawBlocked, ask: never, take: never },
  });

test('what blocks one of two actions stands beside this one', async () => {
  expect(saidIn(await proposal('administrator'))).toEqual([]);
  expect(saidIn(await proposal('administrator', 'You proposed this.'))).toEqual([['You proposed this.', 1]]);
  expect(saidIn(await proposal('administrator', 'About you.', 'About you.'))).toEqual([['About you.', 2]]);
  expect(saidIn(await proposal('administrator', 'One.', 'Other.'))).toEqual([
    ['Other.', 1],
    ['One.', 1],
  ]);
  expect(saidIn(await proposal('viewer', 'You proposed this.'))).toEqual([['not for your role', 2]]);
});
