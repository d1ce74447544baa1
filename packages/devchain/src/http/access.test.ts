import { expect, test } from 'vitest';
import { createAccess } from './access.ts';

const here = createAccess({ network: false, allowed: [] });
const everywhere = createAccess({ network: true, allowed: ['devchain', 'wallet.example'] });

test.each([
  [{ host: 'localhost:9090' }, true, true],
  [{ host: '127.0.0.1:9090', origin: 'http://localhost:3000' }, true, true],
  [{ host: '[::1]:9090', origin: 'http://[::1]' }, true, true],
  [{}, false, false],
  [{ host: '192.168.1.7:9090' }, false, true],
  [{ host: '[fd00::7]:9090' }, false, true],
  [{ host: 'devchain:9090' }, false, true],
  [{ host: 'attacker.example' }, false, false],
  [{ host: 'localhost', origin: 'https://wallet.example' }, false, true],
  [{ host: 'localhost', origin: 'https://attacker.example' }, false, false],
  // A page can have a number for an address too.
  [{ host: '192.168.1.7', origin: 'http://192.0.2.1' }, false, false],
  [{ host: 'localhost', origin: 'null' }, false, false],
])('%o: here %s, with a network %s', (headers, admittedHere, admittedEverywhere) => {
  expect([here.admits(headers), everywhere.admits(headers)]).toEqual([admittedHere, admittedEverywhere]);
});

test('a page that is admitted may read answers, any other may not', () => {
  expect(here.corsFor({ origin: 'http://localhost:3000', 'access-control-request-headers': 'x-key' })).toMatchObject({
    'access-control-allow-origin': 'http://localhost:3000',
    'access-control-allow-headers': 'x-key',
    vary: 'origin',
  });
  expect(here.corsFor({ origin: 'https://attacker.example' })).toEqual({});
  expect(here.corsFor({})).toEqual({});
});
