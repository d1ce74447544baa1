import { expect, test } from 'vitest';
import { judgeServices } from './status.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute));

test('a part of the service is as the gravest incident has it, since the first of those', () => {
  const services = judgeServices([
    { kind: 'payouts-late', flow: null, since: at(1) },
    { kind: 'flow-stopped', flow: 'withdrawals', since: at(9) },
    { kind: 'chain-stalled', flow: null, since: at(5) },
    { kind: 'deposits-late', flow: null, since: at(7) },
    { kind: 'books-broken', flow: null, since: at(2) },
  ]);
  expect(services).toEqual([
    { service: 'deposits', state: 'delayed', since: at(5).toISOString() },
    { service: 'withdrawals', state: 'stopped', since: at(9).toISOString() },
    { service: 'swaps', state: 'running', since: null },
    { service: 'rewards', state: 'running', since: null },
    { service: 'logins', state: 'running', since: null },
    { service: 'connections', state: 'running', since: null },
  ]);
});
