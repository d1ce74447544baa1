import { expect, test } from 'vitest';
import { deployTill, newPerson, post, startTestChain } from '../testing/test-chain.ts';

test('defaults are dropped: block 0 has no number, an empty block no transactions, a fresh account no balance', async () => {
  const { chain } = await startTestChain();
  const genesis = await post(chain, '/wallet/getblockbynum', { num: 0 });
  expect(genesis).toMatchObject({ blockID: chain.info().genesisId });
  expect((genesis['block_header'] as { raw_data: object }).raw_data).not.toHaveProperty('number');
  expect(genesis).not.toHaveProperty('transactions');
});

test('blocks by range: endNum is exclusive, 100 at most, what is out of rule is an empty object', async () => {
  const { chain } = await startTestChain();
  await chain.admin.mine(120);
  const range = async (startNum: number, endNum: number) => {
    const { block } = await post(chain, '/wallet/getblockbylimitnext', { startNum, endNum });
    return (block as unknown[] | undefined)?.length;
  };
  expect(await range(5, 8)).toBe(3);
  expect(await range(1, 101)).toBe(100);
  expect(await range(1, 102)).toBeUndefined();
  expect(await range(8, 8)).toBeUndefined();
  expect(await range(200, 210)).toBe(0);
  expect(await range(118, 200)).toBe(4);
  const latest = await post(chain, '/wallet/getblockbylatestnum', { num: 2 });
  expect(latest['block']).toHaveLength(2);
  expect(await post(chain, '/wallet/getblockbylatestnum', { num: 100 })).toEqual({});
});

test('getblock takes a number, an id or nothing, and drops transactions unless asked', async () => {
  const { chain } = await startTestChain();
  await chain.admin.faucetTrx(newPerson().address, 5n);
  await chain.admin.mine();
  const head = await post(chain, '/wallet/getblock');
  expect(head).not.toHaveProperty('transactions');
  expect(await post(chain, '/wallet/getblock', { id_or_num: '2' })).toEqual(head);
  expect(await post(chain, '/wallet/getblock', { id_or_num: String(head['blockID']), detail: true })).toMatchObject({
    transactions: [{ ret: [{ contractRet: 'SUCCESS' }] }],
  });
  expect(await post(chain, '/wallet/getblock', { id_or_num: '3' })).toEqual({});
  expect(await post(chain, '/wallet/getblock', { id_or_num: 'zz' })).toEqual({ Error: 'id must be legal block hash.' });
});

test('receipts by block are a bare array, empty for an unknown block, an object for no block', async () => {
  const { chain } = await startTestChain();
  await chain.admin.faucetTrx(newPerson().address, 5n);
  await chain.admin.mine();
  const receipts = await post(chain, '/wallet/gettransactioninfobyblocknum', { num: 2 });
  expect(receipts).toMatchObject([{ blockNumber: 2 }]);
  expect(await post(chain, '/wallet/gettransactioninfobyblocknum', { num: 99 })).toEqual([]);
  expect(await post(chain, '/wallet/gettransactioninfobyblocknum', { num: 0 })).toEqual({});
  expect(await post(chain, '/wallet/gettransactioncountbyblocknum', { num: 2 })).toEqual({ count: 1 });
  expect(await post(chain, '/wallet/gettransactioncountbyblocknum', { num: 99 })).toEqual({ count: 0 });
});

test('addresses are 41-hex, or base58 when made visible; a wrong one is an Error in a 200', async () => {
  const { chain, treasury } = await startTestChain();
  const { hex } = chain.info().accounts.treasury;
  expect(await post(chain, '/wallet/getaccount', { address: hex })).toMatchObject({ address: hex });
  expect(await post(chain, '/wallet/getaccount', { address: treasury, visible: true })).toMatchObject({
    address: treasury,
  });
  expect(await post(chain, '/wallet/getaccount', { address: `${treasury}x`, visible: true })).toHaveProperty('Error');
  expect(await post(chain, '/wallet/getaccount', { address: 'zz' })).toHaveProperty('Error');
  expect(await post(chain, '/wallet/getaccount', { address: newPerson().hex })).toEqual({});
});

test('GET with a query works like POST with JSON', async () => {
  const { chain, treasury } = await startTestChain();
  const answer = await fetch(`${chain.url}/wallet/getaccount?address=${treasury}&visible=true`);
  expect(await answer.json()).toEqual(await post(chain, '/wallet/getaccount', { address: treasury, visible: true }));
});

test('createtransaction builds on the solidified head and is refused in words', async () => {
  const { chain, treasury, tronWeb } = await startTestChain();
  const request = { owner_address: treasury, to_address: newPerson().address, amount: 5, visible: true };
  const built = await post(chain, '/wallet/createtransaction', request);
  expect(built).toMatchObject({ visible: true, raw_data: { contract: [{ type: 'TransferContract' }] } });
  const signed = await tronWeb.trx.sign(built as never);
  expect(await post(chain, '/wallet/broadcasttransaction', signed)).toMatchObject({ result: true });
  expect(await post(chain, '/wallet/createtransaction', { ...request, amount: 0 })).toEqual({
    Error: 'class org.tron.core.exception.ContractValidateException : Amount must be greater than 0.',
  });
});

test('chain parameters of value 0 have no value; prices tell their history', async () => {
  const { chain } = await startTestChain();
  const { chainParameter } = (await post(chain, '/wallet/getchainparameters')) as {
    chainParameter: { key: string; value?: number }[];
  };
  expect(chainParameter).toContainEqual({ key: 'getEnergyFee', value: 100 });
  expect(chainParameter).toContainEqual({ key: 'getAllowAdaptiveEnergy' });
  await chain.admin.setParameters({ getEnergyFee: 420n });
  const changedMs = Date.UTC(2025, 0, 1) + 6_000;
  expect(await post(chain, '/wallet/getenergyprices')).toEqual({ prices: `0:100,${changedMs}:420` });
  expect(await post(chain, '/wallet/getbandwidthprices')).toEqual({ prices: '0:1000' });
});

test('integers beyond 2^53 are written and read as they are', async () => {
  const test = await startTestChain();
  const { chain } = test;
  const { address } = await deployTill(test);
  const body = `{"owner_address":"${chain.info().accounts.treasury.base58}","contract_address":"${address}",
    "function_selector":"stored()","call_value":9223372036854775807,"visible":true}`;
  const refused = await fetch(`${chain.url}/wallet/triggerconstantcontract`, { method: 'POST', body });
  expect(await refused.json()).toMatchObject({ result: { code: 'CONTRACT_VALIDATE_ERROR' } });
  const built = await fetch(`${chain.url}/wallet/triggersmartcontract`, {
    method: 'POST',
    body: body.replace('stored()', 'burnEnergy()'),
  });
  expect(await built.text()).toContain('"call_value":9223372036854775807');
});

test('unknown paths are 404 with HTML, bad bodies are told, methods of the other root are not there', async () => {
  const { chain } = await startTestChain();
  const missing = await fetch(`${chain.url}/wallet/nosuch`);
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html']);
  expect((await fetch(`${chain.url}/walletsolidity/getchainparameters`)).status).toBe(404);
  const bad = await fetch(`${chain.url}/wallet/getaccount`, { method: 'POST', body: '{' });
  expect([bad.status, await bad.json()]).toEqual([200, { Error: expect.stringContaining('JSONException') }]);
});

test('only this machine is answered: no foreign host name, no foreign origin', async () => {
  const { chain } = await startTestChain();
  const { request } = await import('node:http');
  const statusWith = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${chain.url}/wallet/getnowblock`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
  expect(await statusWith({ host: `localhost:${chain.port}` })).toBe(200);
  expect(await statusWith({ host: 'attacker.example' })).toBe(403);
  expect(await statusWith({ origin: 'https://attacker.example' })).toBe(403);
  expect(await statusWith({ origin: 'http://localhost:4300' })).toBe(200);
});

test('a page shows people where the chain stands', async () => {
  const { chain } = await startTestChain();
  const txId = await chain.admin.faucetTrx(newPerson().address, 5n);
  await chain.admin.mine();
  const page = await (await fetch(chain.url)).text();
  expect(page).toContain(txId);
  expect(page).toContain(chain.info().contracts.usdt.base58);
});

test('a GET may ask for 64-bit integers as texts: numbers of 32 bits and a POST stay as they are', async () => {
  const { chain, tronWeb, treasury } = await startTestChain();
  expect(await tronWeb.trx.raw.getBalance(treasury)).toBe(String(await tronWeb.trx.getBalance(treasury)));
  const account = await tronWeb.trx.raw.getUnconfirmedAccount(treasury);
  expect(account).toMatchObject({ active_permission: [{ id: 2, threshold: '1', keys: [{ weight: '1' }] }] });
  const { block_header } = await tronWeb.trx.raw.getCurrentBlock();
  expect(block_header.raw_data).toMatchObject({ number: '1', version: 31 });
  const posted = await post(chain, '/wallet/getblock', { int64_as_string: true });
  expect(posted).toMatchObject({ block_header: { raw_data: { number: 1 } } });
});

test('a contract tells how many maintenances there were, and the next one is on the grid of their interval', async () => {
  const test = await startTestChain();
  const { chain, tronWeb } = test;
  const { address } = await deployTill(test);
  const startMs = Date.UTC(2025, 0, 1);
  const hours = 60 * 60 * 1000;
  expect(await post(chain, '/wallet/getcontractinfo', { value: address, visible: true })).toMatchObject({
    contract_state: {},
  });
  expect(await tronWeb.trx.timeUntilNextVoteCycle()).toBe((startMs + 6 * hours) / 1000);
  for (const ms of [13 * hours, 1 * hours, 4 * hours]) {
    await chain.admin.advanceTime(ms);
    await chain.admin.mine();
  }
  const info = await post(chain, '/wallet/getcontractinfo', { value: address, visible: true });
  expect(info).toMatchObject({ contract_state: { update_cycle: 2 } });
  expect(await post(chain, '/wallet/getnextmaintenancetime')).toEqual({ num: startMs + 24 * hours });
});

test('the one witness is listed, whole and in pages', async () => {
  const { chain, tronWeb } = await startTestChain();
  const { witness } = chain.info().accounts;
  const [first, ...others] = await tronWeb.trx.listSuperRepresentatives();
  expect(first).toMatchObject({ address: witness.hex, latestBlockNum: 1, isJobs: true });
  expect(others).toEqual([]);
  const pageOf = (body: object) =>
    post(chain, '/walletsolidity/getpaginatednowwitnesslist', { visible: true, ...body });
  expect(await pageOf({ limit: 5 })).toMatchObject({ witnesses: [{ address: witness.base58 }] });
  expect(await pageOf({ offset: 1, limit: 5 })).toEqual({});
  expect(await pageOf({})).toEqual({});
  expect(await pageOf({ limit: 'ten' })).toEqual({
    Error: 'class java.lang.NumberFormatException : For input string: "ten"',
  });
});

test('a page of this machine may read answers, after it asked whether it may send', async () => {
  const { chain } = await startTestChain();
  const origin = 'http://localhost:3000';
  const asked = await fetch(`${chain.url}/wallet/getnowblock`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-headers': 'tron-pro-api-key' },
  });
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([200, 'tron-pro-api-key']);
  const answer = await fetch(`${chain.url}/wallet/getnowblock`, { method: 'POST', headers: { origin } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  expect(await answer.json()).toHaveProperty('blockID');
});

test('a chain that listens to the network answers under numbers and allowed names', async () => {
  const { chain } = await startTestChain({ host: '0.0.0.0', allowedNames: ['devchain'] });
  const { request } = await import('node:http');
  const statusAs = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${chain.url}/wallet/getnowblock`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
  expect(await statusAs('10.0.0.7:9090')).toBe(200);
  expect(await statusAs('devchain:9090')).toBe(200);
  expect(await statusAs('attacker.example')).toBe(403);
});
