import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fromInner, toBase58 } from '../src/crypto/address.ts';
import { bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Json } from './node.ts';

const someone = () => fromInner(Uint8Array.from(randomBytes(20)));

const missing = /^Account\[41[0-9a-f]{40}\] does not exist$/;

/** What nobody can ask for, and the words it is refused with. */
const refusals: readonly {
  readonly method: string;
  readonly page: string;
  readonly body?: Json;
  readonly words: RegExp;
}[] = [
  {
    method: 'updateaccount',
    page: 'account/updateaccount',
    body: { account_name: 'x' },
    words: /^Account does not exist$/,
  },
  {
    method: 'setaccountid',
    page: 'java-tron SetAccountIdActuator',
    body: { account_id: 'somebody-new' },
    words: /^Account has not existed$/,
  },
  { method: 'clearabi', page: 'smart-contract/clearabi', words: /^Account\[41[0-9a-f]{40}\] not exists$/ },
  {
    method: 'updatesetting',
    page: 'smart-contract/updatesetting',
    body: { consume_user_resource_percent: 1 },
    words: missing,
  },
  {
    method: 'updateenergylimit',
    page: 'smart-contract/updateenergylimit',
    body: { origin_energy_limit: 1 },
    words: missing,
  },
];

export const settingChecks: readonly Check[] = [
  ...refusals.map(({ method, page, body, words }): Check => ({
    name: `${method}: an account that does not exist is refused in its own words`,
    paths: [`/wallet/${method}`],
    page,
    run: async (node) => {
      const reply = await node.post(`/wallet/${method}`, {
        owner_address: toBase58(someone()),
        contract_address: toBase58(someone()),
        visible: true,
        ...body,
      });
      const [, text] = String(reply['Error']).split('class org.tron.core.exception.ContractValidateException : ');
      assert.match(String(text), words);
    },
  })),
  {
    name: 'getaccountbyid: an id that nobody has gives an empty object',
    paths: [...bothRoots('getaccountbyid')],
    page: '../http (getaccountbyid)',
    run: async (node) => {
      const account_id = randomBytes(8).toString('hex');
      assert.deepEqual(await node.post('/wallet/getaccountbyid', { account_id, visible: true }), {});
      assert.deepEqual(await node.post('/walletsolidity/getaccountbyid', { account_id, visible: true }), {});
    },
  },
];
