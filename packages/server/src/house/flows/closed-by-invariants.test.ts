import { readFileSync } from 'node:fs';
import { flowField } from '@tern/contracts/routes/console-flows';
import { expect, test } from 'vitest';
import { invariantIds } from '../invariants/public.ts';
import { flowsClosedByInvariants } from './closed-by-invariants.ts';

const page = readFileSync(new URL('../../../../../docs/invariants.md', import.meta.url), 'utf8');

/** The rows of the page's table: for each invariant, the flows that its breach closes. */
function readTable(): ReadonlyMap<string, readonly string[]> {
  const [, table = ''] = page.split('| breach of | closes |\n|---|---|\n');
  const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (.+) \| (.+) \|$/gm)];
  return new Map(rows.flatMap(([, ids = '', flows = '']) => ids.split(', ').map((id) => [id, flows.split(', ')])));
}

test('the page of invariants says which flows a breach closes', () => {
  const closing = invariantIds
    .map((id) => [id, [...flowsClosedByInvariants([id])]] as const)
    .filter(([, flows]) => flows.length > 0);
  expect(closing.length).toBeGreaterThan(0);
  expect(readTable()).toEqual(new Map(closing));
});

test('several breaches close the flows of each, and logins stay open whatever is broken', () => {
  expect(flowsClosedByInvariants([])).toEqual(new Set());
  expect(flowsClosedByInvariants(['I11', 'I15'])).toEqual(new Set(['withdrawals', 'rewards']));
  const open = flowField.options.filter((flow) => !flowsClosedByInvariants(invariantIds).has(flow));
  expect(open).toEqual(['logins', 'connections']);
});
