import { utils } from 'tronweb';
import { expect, test } from 'vitest';
import { carryOut, connect, deployTill, newPerson, post, startTestChain } from '../testing/test-chain.ts';
import type { Person, TestChain } from '../testing/test-chain.ts';

const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const wordsOf = (reply: Record<string, unknown>): string => String(reply['Error']).replace(/^class .*Exception : /, '');

async function fund({ chain }: TestChain): Promise<Person> {
  const person = newPerson();
  await chain.admin.faucetTrx(person.address, 100_000_000n);
  await chain.admin.mine();
  return person;
}

test('an account is named once, and no two have one name', async () => {
  const test = await startTestChain();
  const { chain, tronWeb, treasury } = test;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.updateAccount('house'));
  expect(await post(chain, '/wallet/getaccount', { address: treasury, visible: true })).toMatchObject({
    account_name: 'house',
  });
  expect(await tronWeb.trx.getUnconfirmedAccount(treasury)).toMatchObject({ account_name: hexOf('house') });

  const update = async (owner_address: string, account_name: string) =>
    wordsOf(await post(chain, '/wallet/updateaccount', { owner_address, account_name, visible: true }));
  expect(await update(treasury, 'other')).toBe('This account name is already existed');
  expect(await update((await fund(test)).address, 'house')).toBe('This name is existed');
  expect(await update(treasury, 'a'.repeat(201))).toBe('Invalid accountName');
  expect(await update(newPerson().address, 'x')).toBe('Account does not exist');

  await chain.admin.setParameters({ getAllowUpdateAccountName: 1n });
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.updateAccount('other'));
  expect(await tronWeb.trx.getUnconfirmedAccount(treasury)).toMatchObject({ account_name: hexOf('other') });
});

test('an account takes an id once, and is found by it whatever its capitals', async () => {
  const test = await startTestChain();
  const { chain, tronWeb, treasury } = test;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.setAccountId(hexOf('Treasury-1')));
  expect(await tronWeb.trx.getUnconfirmedAccountById(hexOf('treasury-1'))).toMatchObject({
    account_id: hexOf('Treasury-1'),
    address: tronWeb.address.toHex(treasury).toLowerCase(),
  });
  expect(await post(chain, '/wallet/getaccountbyid', { account_id: 'nobody-here', visible: true })).toEqual({});

  const set = async (owner_address: string, account_id: string) =>
    wordsOf(await post(chain, '/wallet/setaccountid', { owner_address, account_id, visible: true }));
  expect(await set(treasury, 'treasury-2')).toBe('This account id already set');
  expect(await set((await fund(test)).address, 'TREASURY-1')).toBe('This id has existed');
  expect(await set(treasury, 'short')).toBe('Invalid accountId');
  expect(await set(treasury, 'with a space')).toBe('Invalid accountId');
  expect(await set(newPerson().address, 'somebody-else')).toBe('Account has not existed');
});

test('who deployed a contract changes its settings and clears its ABI; nobody else can', async () => {
  const test = await startTestChain();
  const { chain, tronWeb, treasury } = test;
  const { address } = await deployTill(test);
  const { transactionBuilder } = tronWeb;
  await carryOut(test, tronWeb, await transactionBuilder.updateSetting(address, 40));
  await carryOut(test, tronWeb, await transactionBuilder.updateEnergyLimit(address, 1_234_567));
  const shown = () => post(chain, '/wallet/getcontract', { value: address, visible: true });
  expect(await shown()).toMatchObject({
    consume_user_resource_percent: 40,
    origin_energy_limit: 1_234_567,
    name: 'Till',
  });
  expect(await shown()).toHaveProperty('abi');
  await carryOut(test, tronWeb, await transactionBuilder.clearABI(address));
  expect(await shown()).not.toHaveProperty('abi');
  expect((await deployedCode(test, address)).length).toBeGreaterThan(100);

  const stranger = await fund(test);
  const notOwner = `Account[${stranger.hex}] is not the owner of the contract`;
  const nobody = newPerson();
  const contract_address = address;
  const words = async (path: string, body: object) =>
    wordsOf(
      await post(chain, `/wallet/${path}`, { owner_address: treasury, contract_address, visible: true, ...body }),
    );
  const none = { contract_address: newPerson().address, origin_energy_limit: 1 };
  expect(await words('updatesetting', { consume_user_resource_percent: 101 })).toBe('percent not in [0, 100]');
  expect(await words('updateenergylimit', { origin_energy_limit: 0 })).toBe('origin energy limit must be > 0');
  expect(await words('updatesetting', none)).toBe('Contract does not exist');
  expect(await words('updateenergylimit', none)).toBe('Contract does not exist');
  expect(await words('clearabi', none)).toBe('Contract not exists');
  const asStranger = { owner_address: stranger.address, origin_energy_limit: 1 };
  expect(await words('updatesetting', asStranger)).toBe(notOwner);
  expect(await words('updateenergylimit', asStranger)).toBe(notOwner);
  expect(await words('clearabi', asStranger)).toBe(notOwner);
  expect(await words('updatesetting', { owner_address: nobody.address })).toBe(`Account[${nobody.hex}] does not exist`);
  expect(await words('clearabi', { owner_address: nobody.address })).toBe(`Account[${nobody.hex}] not exists`);
});

test('the deployer pays its part of the energy from its stake, up to its limit', async () => {
  const test = await startTestChain();
  const { chain, tronWeb } = test;
  const { address } = await deployTill(test);
  const { transactionBuilder } = tronWeb;
  const caller = await fund(test);
  const store = async (value: number) => {
    const contract = await connect(chain, caller.privateKey).contract().at(address);
    const txId = String(await contract['store']?.(value, 'note').send({ feeLimit: 100_000_000 }));
    await chain.admin.mine();
    const { receipt } = await post(chain, '/wallet/gettransactioninfobyid', { value: txId });
    const {
      energy_usage_total: total = 0,
      origin_energy_usage: origin = 0,
      energy_fee: fee = 0,
    } = receipt as Record<string, number>;
    return { total, origin, fee };
  };
  await carryOut(test, tronWeb, await transactionBuilder.updateSetting(address, 30));
  const unstaked = await store(8);
  expect(unstaked).toEqual({ total: unstaked.total, origin: 0, fee: unstaked.total * 100 });

  await carryOut(test, tronWeb, await transactionBuilder.freezeBalanceV2(100_000_000_000, 'ENERGY'));
  const shared = await store(9);
  const part = Math.floor((shared.total * 70) / 100);
  expect(shared).toEqual({ total: shared.total, origin: part, fee: (shared.total - part) * 100 });

  await carryOut(test, tronWeb, await transactionBuilder.updateSetting(address, 0));
  const free = await store(10);
  expect(free).toEqual({ total: free.total, origin: free.total, fee: 0 });

  await carryOut(test, tronWeb, await transactionBuilder.updateEnergyLimit(address, 1_000));
  const limited = await store(11);
  expect(limited).toEqual({ total: limited.total, origin: 1_000, fee: (limited.total - 1_000) * 100 });
});

async function deployedCode({ chain }: TestChain, address: string): Promise<string> {
  const { runtimecode } = await post(chain, '/wallet/getcontractinfo', { value: utils.address.toHex(address) });
  return String(runtimecode);
}
