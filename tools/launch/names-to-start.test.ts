import { expect, test } from 'vitest';
import { namesToStart } from './names-to-start.ts';

const helpers = { inbox: true, relay: true };

test('an installation starts its helpers, then signer and worker, and at last what people reach', () => {
  expect(namesToStart({ mode: 'built', withoutApi: false }, helpers)).toEqual([
    ...['inbox', 'relay', 'signer', 'worker', 'api', 'console'],
  ]);
  expect(namesToStart({ mode: 'built', withoutApi: false }, { inbox: false, relay: false })).toEqual([
    ...['signer', 'worker', 'api', 'console'],
  ]);
});

test.each(['built', 'from-sources'] as const)(
  'without the API, nothing starts through which people log in, and everything else does (%s)',
  (mode) => {
    const all = namesToStart({ mode, withoutApi: false }, helpers);
    const without = namesToStart({ mode, withoutApi: true }, helpers);
    expect(without).toEqual(all.filter((name) => name !== 'api' && name !== 'web pages'));
    expect(all.length - without.length).toBe(mode === 'built' ? 1 : 2);
  },
);
