import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Goal: whoever opens a list can sort it, read it on a phone and sees its names while it scrolls. Method: every table of the sources
// that is not the one table is here, with what it is instead of a list.
const features = new URL('../../features', import.meta.url).pathname;
const noLists: Readonly<Record<string, string>> = {
  'home/days.tsx': 'the figures of the charts, for readers of the screen',
  'home/hot-wallets.tsx': 'the figures of the bars, for readers of the screen',
  'home/waiting.tsx': 'kinds of work under two headings, in the order in which they are done',
  'operators/rights.tsx': 'roles across, areas down',
  'terms/terms-form.tsx': 'a form',
  'transactions/journals.tsx': 'legs of one journal, with their sum',
  'transactions/transaction-facts.tsx': 'what else moved in one transaction',
  'work/first-steps-page.tsx': 'steps in the order in which they are taken',
};

test('every list is the one table', () => {
  const plain = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && readFileSync(join(features, file), 'utf8').includes('<table'),
  );
  expect(plain.toSorted()).toEqual(Object.keys(noLists));
});
