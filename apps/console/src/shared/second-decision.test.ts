import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../testing/load-console.ts';

// Goal: where something waits for a second operator, carrying it out stands out and withdrawing it does not; an order of the cold
// storage says how many have approved. Method: the components as the console draws them.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

const never = () => Promise.reject(new Error('nobody asks'));

async function drawButtons(role: 'administrator' | 'viewer', blocked?: string): Promise<string[]> {
  const html = await sources.draw(['/src/shared/second-decision.tsx', 'SecondDecision'], {
    me: { role },
    props: { ...{ carryOut: 'Approve', roles: ['administrator'], blocked }, ...{ ask: never, take: never } },
  });
  return [...html.matchAll(/<button([^>]*)>([^<]*)/g)].map(
    ([, attributes = '', label = '']) =>
      `${label}: ${/button-(\w+)/.exec(attributes)?.[1]}${attributes.includes('disabled') ? ', off' : ''}`,
  );
}

test('carrying out is the one loud button; withdrawing stays possible for who proposed it', async () => {
  expect(await drawButtons('administrator')).toEqual(['Withdraw: quiet', 'Approve: primary']);
  expect(await drawButtons('administrator', 'You proposed this.')).toEqual([
    'Withdraw: quiet',
    'Approve: primary, off',
  ]);
  expect(await drawButtons('viewer')).toEqual(['Withdraw: quiet, off', 'Approve: primary, off']);
});

test('how many have approved is a chip, as in the list of withdrawals', async () => {
  const say = (given: number): Promise<string> =>
    sources.draw(['/src/shared/second-decision.tsx', 'Approvals'], { props: { given, needed: 2 } });
  expect(await say(1)).toMatch(/class="chip chip-waiting".*>1 of 2</);
  expect(await say(0)).toMatch(/class="chip.*>new</);
});
