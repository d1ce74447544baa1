import { readFileSync } from 'node:fs';
import { flowField } from '@tern/contracts/routes/console-flows';
import { expect, test } from 'vitest';
import { invariantIds } from '../invariants/public.ts';
import { flowsClosedByInvariants } from './closed-by-invariants.ts';

const page = readFileSync(new URL('../../../../../docs/invariants.md', import.meta.url), 'utf8');

/** The rows of the page's table: for each flow, the invariants whose breach closes it. */
function readTable(): ReadonlyMap<string, readonly string[]> {
  const [, table = ''] = page.split('| flow | closed by a breach of |\n|---|---|\n');
  const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (.+) \| (.+) \|$/gm)];
  return new Map(rows.map(([, flow = '', ids = '']) => [flow, ids.split(', ')]));
}

test('the page of invariants says which flows a breach closes', () => {
  const closing = flowField.options
    .map((flow) => [flow, invariantIds.filter((id) => flowsClosedByInvariants([id]).has(flow))] as const)
    .filter(([, ids]) => ids.length > 0);
  expect(closing.length).toBeGreaterThan(0);
  expect(readTable()).toEqual(new Map(closing));
});

test('several breaches close the flows of each, and logins stay open whatever is broken', () => {
  expect(flowsClosedByInvariants([])).toEqual(new Set());
  expect(flowsClosedByInvariants(['I11', 'I15'])).toEqual(new Set(['withdrawals', 'rewards']));
  const open = flowField.options.filter((flow) => !flowsClosedByInvariants(invariantIds).has(flow));
  expect(open).toEqual(['logins', 'connections']);
});
