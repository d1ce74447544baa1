import { utils } from 'tronweb';
import type { TronWeb } from 'tronweb';
import { expect, test } from 'vitest';
import { carryOut, connect, newPerson, refusalOf, startTestChain } from '../testing/test-chain.ts';
import type { Person, TestChain } from '../testing/test-chain.ts';

const trx = 1_000_000;
/** Bits of TransferContract (1) and TriggerSmartContract (31). */
const transferAndTrigger = `02000080${'00'.repeat(28)}`;
const onlyTransfer = `02${'00'.repeat(31)}`;

type Partners = readonly [Person, Person, Person];
type Keys = readonly { readonly who: Person; readonly weight: number }[];

/** 0 for the owner's, 2 for active ones, as clients ask. */
const permission = (name: string, threshold: number, keys: Keys) => ({
  type: name === 'owner' ? 0 : 2,
  permission_name: name,
  threshold,
  keys: keys.map(({ who, weight }) => ({ address: who.address, weight })),
});

/** An account whose owner stays alone, and whose active permission needs two of three. */
async function startShared(operations = transferAndTrigger) {
  const test = await startTestChain();
  const owner = newPerson();
  const partners = [newPerson(), newPerson(), newPerson()] as const;
  await test.chain.admin.faucetTrx(owner.address, BigInt(1_000 * trx));
  await test.chain.admin.mine();
  const tronWeb = connect(test.chain, owner.privateKey);
  const update = await tronWeb.transactionBuilder.updateAccountPermissions(
    owner.address,
    permission('owner', 1, [{ who: owner, weight: 1 }]),
    undefined,
    [
      {
        ...permission('two of three', 2, [
          { who: partners[0], weight: 1 },
          { who: partners[1], weight: 1 },
          { who: partners[2], weight: 1 },
        ]),
        operations,
      },
    ],
  );
  const receipt = await carryOut(test, tronWeb, update);
  return { ...test, owner, partners, tronWeb, receipt };
}

async function payment({ chain }: Pick<TestChain, 'chain'>, tronWeb: TronWeb, permissionId: number) {
  return tronWeb.transactionBuilder.sendTrx(chain.info().accounts.faucet.base58, trx, undefined, { permissionId });
}

test('a change of permissions costs 100 TRX and is what the account then shows', async () => {
  const { tronWeb, owner, partners, receipt } = await startShared();
  expect(receipt.fee).toBe(100 * trx);
  expect(await tronWeb.trx.getUnconfirmedAccount(owner.address)).toMatchObject({
    balance: 900 * trx,
    owner_permission: { permission_name: 'owner', threshold: 1, keys: [{ address: owner.hex, weight: 1 }] },
    active_permission: [
      {
        type: 'Active',
        id: 2,
        permission_name: 'two of three',
        threshold: 2,
        operations: transferAndTrigger,
        keys: partners.map(({ hex }) => ({ address: hex, weight: 1 })),
      },
    ],
  });
});

test('two of three pay for the account: one signature is too little, and the second costs 1 TRX', async () => {
  const test = await startShared();
  const { chain, tronWeb, partners } = test;
  const unsigned = await payment(test, tronWeb, 2);
  const once = await tronWeb.trx.multiSign(unsigned, partners[0].privateKey, 2);
  expect(await refusalOf(test, once)).toEqual({ code: 'SIGERROR', text: 'Validate signature error: sig error' });
  expect(await tronWeb.trx.getSignWeight(once as never, 2)).toMatchObject({
    result: { code: 'NOT_ENOUGH_PERMISSION' },
    approved_list: [partners[0].hex],
    current_weight: 1,
    permission: { type: 'Active', id: 2, threshold: 2 },
  });
  const twice = await tronWeb.trx.multiSign(once, partners[2].privateKey, 2);
  expect(await tronWeb.trx.getSignWeight(twice as never, 2)).toMatchObject({ result: {}, current_weight: 2 });
  expect(await tronWeb.trx.getApprovedList(twice as never)).toMatchObject({
    approved_list: [partners[0].hex, partners[2].hex],
  });
  const { txid, result } = await tronWeb.trx.sendRawTransaction(twice);
  expect(result).toBe(true);
  await chain.admin.mine();
  expect(await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).toMatchObject({
    fee: trx + 336_000,
    receipt: { net_fee: 336_000 },
  });
});

test.each([
  ['a stranger', ([first]: Partners) => [first, newPerson()], 'is not contained of permission.'],
  ['the same partner twice', ([first]: Partners) => [first, first], 'has signed twice!'],
])('%s does not make the second signature', async (_, choose, text) => {
  const test = await startShared();
  const unsigned = await payment(test, test.tronWeb, 2);
  const signatures = choose(test.partners).map(({ privateKey }) =>
    utils.crypto.ECKeySign([...Buffer.from(unsigned.txID, 'hex')], [...Buffer.from(privateKey, 'hex')]),
  );
  const refusal = await refusalOf(test, { ...unsigned, signature: signatures });
  expect(refusal.code).toBe('SIGERROR');
  expect(refusal.text).toContain(text);
});

test('more signatures than keys, and more than five at all, are refused', async () => {
  const test = await startShared();
  const unsigned = await payment(test, test.tronWeb, 2);
  const signature = 'ab'.repeat(65);
  expect((await refusalOf(test, { ...unsigned, signature: Array(4).fill(signature) })).text).toContain(
    'Signature count is 4 more than key counts of permission : 3',
  );
  expect((await refusalOf(test, { ...unsigned, signature: Array(6).fill(signature) })).text).toContain(
    'too many signatures',
  );
});

test('an active permission signs what its operations name and nothing else', async () => {
  const test = await startShared(onlyTransfer);
  const { tronWeb, partners, chain } = test;
  const call = await tronWeb.transactionBuilder.triggerSmartContract(
    chain.info().contracts.usdt.base58,
    'transfer(address,uint256)',
    { permissionId: 2, feeLimit: 1_000_000_000 },
    [
      { type: 'address', value: partners[0].address },
      { type: 'uint256', value: 1 },
    ],
  );
  const signed = await tronWeb.trx.multiSign(call.transaction, partners[0].privateKey, 2);
  const both = await tronWeb.trx.multiSign(signed, partners[1].privateKey, 2);
  expect(await refusalOf(test, both)).toEqual({
    code: 'SIGERROR',
    text: 'Validate signature error: Permission denied',
  });
  expect(await tronWeb.trx.getSignWeight(both as never, 2)).toMatchObject({ result: { code: 'PERMISSION_ERROR' } });
});

test('a key that was the owner and is named no more signs nothing', async () => {
  const test = await startTestChain();
  const { chain } = test;
  const [owner, heir] = [newPerson(), newPerson()];
  await chain.admin.faucetTrx(owner.address, BigInt(500 * trx));
  await chain.admin.mine();
  const tronWeb = connect(chain, owner.privateKey);
  const update = await tronWeb.transactionBuilder.updateAccountPermissions(
    owner.address,
    permission('owner', 1, [{ who: heir, weight: 1 }]),
    undefined,
    [{ ...permission('active', 1, [{ who: heir, weight: 1 }]), operations: onlyTransfer }],
  );
  await carryOut(test, tronWeb, update);
  const unsigned = await payment(test, tronWeb, 0);
  const byOwner = await tronWeb.trx.multiSign(unsigned, owner.privateKey);
  expect((await refusalOf(test, byOwner)).text).toContain('is not contained of permission.');
  const byHeir = await tronWeb.trx.multiSign(unsigned, heir.privateKey);
  expect(await tronWeb.trx.sendRawTransaction(byHeir)).toMatchObject({ result: true });
});

test.each([
  ['a threshold nobody reaches', { threshold: 5 }, "sum of all key's weight should not be less than threshold"],
  ['an operation that does not exist', { operations: `${'00'.repeat(31)}80` }, "255 isn't a validate ContractType"],
  ['operations cut short', { operations: '02' }, 'operations size must 32'],
])('%s is refused', async (_, change, text) => {
  const test = await startTestChain();
  const { tronWeb, treasury } = test;
  const self: Person = { address: treasury, hex: '', privateKey: '' };
  const unsigned = await tronWeb.transactionBuilder.updateAccountPermissions(
    treasury,
    permission('owner', 1, [{ who: self, weight: 1 }]),
    undefined,
    [{ ...permission('active', 1, [{ who: self, weight: 1 }]), operations: onlyTransfer, ...change }],
  );
  const refusal = await refusalOf(test, await tronWeb.trx.sign(unsigned));
  expect(refusal.code).toBe('CONTRACT_VALIDATE_ERROR');
  expect(refusal.text).toContain(text);
});

test('permissions are taken back with the block that changed them', async () => {
  const test = await startTestChain();
  const { chain, tronWeb, treasury } = test;
  const partner = newPerson();
  const snapshot = await chain.admin.snapshot();
  const unsigned = await tronWeb.transactionBuilder.updateAccountPermissions(
    treasury,
    permission('owner', 1, [{ who: partner, weight: 1 }]),
    undefined,
    [{ ...permission('active', 1, [{ who: partner, weight: 1 }]), operations: onlyTransfer }],
  );
  await carryOut(test, tronWeb, unsigned);
  await chain.admin.revert(snapshot);
  expect(await tronWeb.trx.sendTransaction(chain.info().accounts.faucet.base58, 1)).toMatchObject({ result: true });
});
