import type { RulesView } from '@tern/contracts/routes/installation';
import { identityDefaults } from '@tern/server/people/accounts/public';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type TestApi } from './testing/open-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const read = async () => {
  const response = await api.app.inject('/api/installation/rules');
  return { response, rules: response.json<RulesView>() };
};

test('anybody reads the rules in force, with the numbers of settings, terms and code', async () => {
  const { response, rules } = await read();
  expect([response.statusCode, response.headers['cache-control'], response.headers['set-cookie']]).toEqual([
    200,
    'no-store',
    undefined,
  ]);
  expect(rules).toEqual({
    deposits: { confirmations: 19, arrivalSeconds: 19 },
    sending: {
      minimums: { usdt: '1000000', trx: '10000000', reward: '10000000000000000000' },
      feeMaximums: { usdt: '6000000', trx: '5000000', reward: '60000000000000000000' },
      maximum: '20000000000',
      dailyMaximum: '50000000000',
      reviewFrom: '5000000000',
      secondOperatorFrom: '10000000000',
      levels: { last: 0, levels: [], later: [] },
    },
    locks: { tries: 5, firstSeconds: 3_600, nextSeconds: 86_400 },
    holds: {
      afterChangeSeconds: identityDefaults.holdMs / 1_000,
      afterObjectionSeconds: identityDefaults.objectionHoldMs / 1_000,
    },
    days: { factorReset: 7, freezeMax: 30, closingWait: 7, countryFixed: 30 },
    swaps: { fee: 30, swapperShare: 2_000, poolShare: 3_000, quoteSeconds: 15 },
    pool: { everyHours: 24, shareBasisPoints: 1_000 },
  });
});

test('people learn how many came by their invite code, and nothing else', async () => {
  const inviter = openBrowser(api.app);
  const { inviteCode } = await registerByMail(api, inviter, 'inviter@example.org');
  const invites = async () => {
    const response = await inviter.get('/api/profile/invites');
    return [response.headers['cache-control'], response.json<unknown>()];
  };
  expect(await invites()).toEqual(['no-store', { count: 0 }]);
  for (const name of ['one', 'two'])
    await registerByMail(api, openBrowser(api.app), `${name}@example.org`, { inviteCode });
  expect(await invites()).toEqual(['no-store', { count: 2 }]);
  const other = openBrowser(api.app);
  await registerByMail(api, other, 'three@example.org');
  expect((await other.get('/api/profile/invites')).json()).toEqual({ count: 0 });
});
