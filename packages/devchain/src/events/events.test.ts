import { expect, test } from 'vitest';
import { connect, deployTill, feeLimit, newPerson, startTestChain } from '../testing/test-chain.ts';

test('tronweb lists the events of a contract, newest first, decoded by the ABI stored with it', async () => {
  const { chain, tronWeb, treasury } = await startTestChain({ solidLag: 2 });
  const [first, second] = [newPerson(), newPerson()];
  const usdtAddress = chain.info().contracts.usdt.base58;
  const usdt = await tronWeb.contract().at(usdtAddress);
  await usdt['transfer']?.(first.address, 11).send({ feeLimit });
  await chain.admin.mine();
  const txId = await usdt['transfer']?.(second.address, 22).send({ feeLimit });
  await chain.admin.mine();
  const { data = [], meta } = await tronWeb.event.getEventsByContractAddress(usdtAddress);
  expect(data.map(({ result }) => result['value'])).toEqual(['22', '11']);
  const inner = (hex: string) => `0x${hex.slice(2)}`;
  expect(data[0]).toEqual({
    block_number: 3,
    block_timestamp: expect.any(Number),
    caller_contract_address: usdtAddress,
    contract_address: usdtAddress,
    event_index: 0,
    event_name: 'Transfer',
    event: 'Transfer(address indexed from, address indexed to, uint256 value)',
    result: {
      0: inner(tronWeb.address.toHex(treasury).toLowerCase()),
      1: inner(second.hex),
      2: '22',
      from: inner(tronWeb.address.toHex(treasury).toLowerCase()),
      to: inner(second.hex),
      value: '22',
    },
    result_type: { from: 'address', to: 'address', value: 'uint256' },
    transaction_id: txId,
    _unconfirmed: true,
  });
  expect(meta).toMatchObject({ page_size: 2 });
  const confirmed = await tronWeb.event.getEventsByContractAddress(usdtAddress, { onlyConfirmed: true });
  expect(confirmed.data).toEqual([]);
  await chain.admin.mine();
  const later = await tronWeb.event.getEventsByContractAddress(usdtAddress, { onlyConfirmed: true });
  expect(later.data?.map(({ result }) => result['value'])).toEqual(['11']);
});

test('pages follow a fingerprint', async () => {
  const { chain, tronWeb } = await startTestChain();
  for (let units = 1n; units <= 5n; units += 1n) await chain.admin.faucetToken('usdt', newPerson().address, units);
  await chain.admin.mine();
  const values: unknown[] = [];
  let fingerprint: string | undefined;
  do {
    const page = await tronWeb.event.getEventsByContractAddress(chain.info().contracts.usdt.base58, {
      limit: 2,
      ...(fingerprint === undefined ? {} : { fingerprint }),
    });
    values.push(...(page.data ?? []).map(({ result }) => result['value']));
    fingerprint = page.meta?.fingerprint;
  } while (fingerprint !== undefined);
  expect(values).toEqual(['1', '2', '3', '4', '5']);
});

test('texts in events are read, and the events of one transaction and of one block are found', async () => {
  const test = await startTestChain();
  const { chain, tronWeb } = test;
  const { contract, address } = await deployTill(test);
  const txId = await contract['store']?.(5, 'grüße').send({ feeLimit });
  await chain.admin.mine();
  const byTransaction = await tronWeb.event.getEventsByTransactionID(txId);
  expect(byTransaction.data?.map(({ event_name, result }) => [event_name, result['value'], result['note']])).toEqual([
    ['Stored', '5', 'grüße'],
  ]);
  const byBlock = await tronWeb.event.getEventsByBlockNumber(chain.info().height);
  expect(byBlock.data).toEqual(byTransaction.data);
  const named = await tronWeb.event.getEventsByContractAddress(address, { eventName: 'Paid' });
  expect(named.data).toEqual([]);
});

test('what joins the newest block between two pages moves nothing', async () => {
  const { chain, tronWeb } = await startTestChain();
  const usdtAddress = chain.info().contracts.usdt.base58;
  for (let units = 1n; units <= 4n; units += 1n) {
    await chain.admin.faucetToken('usdt', newPerson().address, units);
    await chain.admin.mine();
  }
  const first = await tronWeb.event.getEventsByContractAddress(usdtAddress, { limit: 2 });
  await chain.admin.faucetToken('usdt', newPerson().address, 5n);
  await chain.admin.mine();
  const { fingerprint = '' } = first.meta ?? {};
  const second = await tronWeb.event.getEventsByContractAddress(usdtAddress, { limit: 2, fingerprint });
  expect([...(first.data ?? []), ...(second.data ?? [])].map(({ result }) => result['value'])).toEqual([
    '4',
    '3',
    '2',
    '1',
  ]);
  expect(second.meta).not.toHaveProperty('fingerprint');
});

type Listed = { readonly data: Record<string, unknown>[]; readonly meta: { readonly fingerprint?: string } };

test('the transactions of an account, both ways or one, with what they cost', async () => {
  const { chain, tronWeb, treasury } = await startTestChain({ solidLag: 2 });
  const person = newPerson();
  const list = async (query = ''): Promise<Listed> =>
    (await (await fetch(`${chain.url}/v1/accounts/${person.address}/transactions?${query}`)).json()) as Listed;
  const received = await tronWeb.trx.sendTransaction(person.address, 5_000_000);
  await chain.admin.mine();
  const sent = await connect(chain, person.privateKey).trx.sendTransaction(treasury, 1_000_000);
  await chain.admin.mine();
  const ids = ({ data }: Listed) => data.map(({ txID }) => txID);
  expect(ids(await list())).toEqual([sent.txid, received.txid]);
  expect(ids(await list('only_to=true'))).toEqual([received.txid]);
  expect(ids(await list('only_from=true'))).toEqual([sent.txid]);
  expect(ids(await list('only_confirmed=true'))).toEqual([]);
  expect(ids(await list('order_by=block_timestamp,asc&limit=1'))).toEqual([received.txid]);
  expect((await list('only_to=true')).data[0]).toMatchObject({
    ret: [{ contractRet: 'SUCCESS', fee: 1_100_000 }],
    net_fee: 100_000,
    energy_usage_total: 0,
    blockNumber: 2,
    raw_data: { contract: [{ type: 'TransferContract', parameter: { value: { to_address: person.hex } } }] },
  });
});

test('the token transfers of an account, with the name each contract gives itself', async () => {
  const { chain } = await startTestChain();
  const person = newPerson();
  await chain.admin.faucetToken('usdt', person.address, 7n);
  const rewardTxId = await chain.admin.faucetToken('reward', person.address, 10n ** 18n);
  await chain.admin.mine();
  const list = async (query = ''): Promise<Listed> =>
    (await (await fetch(`${chain.url}/v1/accounts/${person.address}/transactions/trc20?${query}`)).json()) as Listed;
  const { contracts, accounts } = chain.info();
  const { data } = await list();
  expect(data.map(({ value }) => value)).toEqual(['7', (10n ** 18n).toString()]);
  expect((await list(`contract_address=${contracts.reward.base58}`)).data).toEqual([
    {
      transaction_id: rewardTxId,
      token_info: { symbol: 'RWD', address: contracts.reward.base58, decimals: 18, name: 'Reward Token' },
      block_timestamp: expect.any(Number),
      from: accounts.faucet.base58,
      to: person.address,
      type: 'Transfer',
      value: (10n ** 18n).toString(),
    },
  ]);
  expect((await list('only_from=true')).data).toEqual([]);
  const { fingerprint = '' } = (await list('limit=1')).meta;
  expect((await list(`limit=1&fingerprint=${fingerprint}`)).data).toEqual([data[1]]);
});

test('a wrong address, and paths that are not there, are told', async () => {
  const { chain } = await startTestChain();
  const statusOf = async (path: string) => (await fetch(`${chain.url}${path}`)).status;
  expect(await statusOf('/v1/accounts/nobody/transactions')).toBe(400);
  expect(await statusOf('/v1/contracts/nobody/events')).toBe(400);
  expect(await statusOf(`/v1/accounts/${newPerson().address}/nothing`)).toBe(404);
});
