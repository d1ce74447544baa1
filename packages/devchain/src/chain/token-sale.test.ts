import { expect, test } from 'vitest';
import { fromHex, toHex } from '../crypto/bytes.ts';
import { signHash } from '../crypto/keys.ts';
import { carryOut, contractRefusal, fundPerson, post, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

const trx = 1_000_000;
const dayMs = 24 * 60 * 60 * 1000;

/** A token on sale for a minute: two units for a SUN, with a part of the supply frozen for a day and one for three. */
async function startSale() {
  const test = await startTestChain();
  const saleStart = Date.now() + 60_000;
  const unsigned = {
    owner_address: test.treasury,
    name: 'Share',
    abbr: 'SHR',
    url: 'https://share.example',
    total_supply: 10_000_000,
    trx_num: 1,
    num: 2,
    start_time: saleStart,
    end_time: saleStart + 60_000,
    frozen_supply: [
      { frozen_amount: 1_000_000, frozen_days: 1 },
      { frozen_amount: 500_000, frozen_days: 3 },
    ],
    visible: true,
  };
  const { chain } = test;
  await signBare(test, await post(chain, '/wallet/createassetissue', unsigned));
  return { ...test, saleStart, buyer: await fundPerson(test, 10) };
}

/** The client's own check of a transaction knows neither several frozen parts nor their end: the bare id is signed. */
async function signBare({ chain }: Pick<TestChain, 'chain'>, built: Record<string, unknown>) {
  const signature = signHash(fromHex(String(built['txID'])), fromHex(chain.keys.treasury));
  const signed = { ...built, signature: [toHex(signature)] };
  expect(await post(chain, '/wallet/broadcasttransaction', signed)).toMatchObject({ result: true });
  await chain.admin.mine();
}

async function assetsOf({ chain }: Pick<TestChain, 'chain'>, address: string) {
  const { assetV2 } = await post(chain, '/wallet/getaccount', { address, visible: true });
  return assetV2;
}

test('a frozen part of a supply comes to the issuer after its days, and not before', async () => {
  const test = await startSale();
  const { chain, treasury, saleStart } = test;
  expect(await assetsOf(test, treasury)).toEqual([{ key: '1000001', value: 8_500_000 }]);
  expect(await post(chain, '/wallet/getaccount', { address: treasury, visible: true })).toMatchObject({
    frozen_supply: [
      { frozen_balance: 1_000_000, expire_time: saleStart + dayMs },
      { frozen_balance: 500_000, expire_time: saleStart + 3 * dayMs },
    ],
  });
  const unfreeze = () => post(chain, '/wallet/unfreezeasset', { owner_address: treasury, visible: true });
  const error = (text: string) => ({ Error: `class org.tron.core.exception.ContractValidateException : ${text}` });
  expect(await unfreeze()).toEqual(error("It's not time to unfreeze asset supply"));

  await chain.admin.setTime(saleStart + dayMs);
  await chain.admin.mine();
  await signBare(test, await unfreeze());
  expect(await assetsOf(test, treasury)).toEqual([{ key: '1000001', value: 9_500_000 }]);
  expect(await unfreeze()).toEqual(error("It's not time to unfreeze asset supply"));
  await chain.admin.setTime(saleStart + 3 * dayMs);
  await chain.admin.mine();
  await signBare(test, await unfreeze());
  expect(await assetsOf(test, treasury)).toEqual([{ key: '1000001', value: 10_000_000 }]);
  expect(await unfreeze()).toEqual(error('no frozen supply balance'));
});

test('a token is bought from its issuer at the price of the sale, while the sale lasts', async () => {
  const test = await startSale();
  const { chain, treasury, saleStart, buyer } = test;
  const buy = (sun: number, id = '1000001') => buyer.tronWeb.transactionBuilder.purchaseToken(treasury, id, sun);
  expect(await contractRefusal(test, buyer.tronWeb, await buy(5))).toBe('No longer valid period!');
  await chain.admin.setTime(saleStart);
  await chain.admin.mine();
  await carryOut(test, buyer.tronWeb, await buy(trx));
  expect(await assetsOf(test, buyer.address)).toEqual([{ key: '1000001', value: 2 * trx }]);
  expect(await assetsOf(test, treasury)).toEqual([{ key: '1000001', value: 6_500_000 }]);
  expect(await post(chain, '/wallet/getaccount', { address: buyer.hex })).toMatchObject({ balance: 9 * trx });

  expect(await contractRefusal(test, buyer.tronWeb, await buy(4 * trx))).toBe('Asset balance is not enough !');
  expect(await contractRefusal(test, buyer.tronWeb, await buy(10 * trx))).toBe('No enough balance !');
  expect(await contractRefusal(test, buyer.tronWeb, await buy(5, '1000009'))).toBe('No asset named 1000009');
  const other = await buyer.tronWeb.transactionBuilder.purchaseToken(chain.info().accounts.faucet.base58, '1000001', 5);
  expect(await contractRefusal(test, buyer.tronWeb, other)).toBe(
    `The asset is not issued by ${chain.info().accounts.faucet.hex}`,
  );
  await chain.admin.setTime(saleStart + 60_000);
  await chain.admin.mine();
  expect(await contractRefusal(test, buyer.tronWeb, await buy(5))).toBe('No longer valid period!');
});

test('an issuer changes page, description and the bandwidth given to holders; others have nothing to change', async () => {
  const test = await startSale();
  const { tronWeb, buyer } = test;
  const change = { description: 'Told anew', url: 'https://new.example', freeBandwidth: 5, freeBandwidthLimit: 50 };
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.updateToken(change));
  expect(await tronWeb.trx.getTokenByID('1000001')).toMatchObject({
    description: 'Told anew',
    url: 'https://new.example',
    free_asset_net_limit: 5,
    public_free_asset_net_limit: 50,
    total_supply: 10_000_000,
  });
  const builder = buyer.tronWeb.transactionBuilder;
  expect(await contractRefusal(test, buyer.tronWeb, await builder.updateToken(change))).toBe(
    'Account has not issued any asset',
  );
  const much = { ...change, freeBandwidth: 57_600_000_000 };
  expect(await contractRefusal(test, tronWeb, await tronWeb.transactionBuilder.updateToken(much))).toBe(
    'Invalid FreeAssetNetLimit',
  );
});

test.each([
  [[{ frozen_amount: 11, frozen_days: 1 }], 'Frozen supply cannot exceed total supply'],
  [[{ frozen_amount: 0, frozen_days: 1 }], 'Frozen supply must be greater than 0!'],
  [[{ frozen_amount: 1, frozen_days: 0 }], 'frozenDuration must be less than 3652 days and more than 1 days'],
  [Array.from({ length: 11 }, () => ({ frozen_amount: 1, frozen_days: 1 })), 'Frozen supply list length is too long'],
])('a supply frozen as %j is refused', async (frozen_supply, text) => {
  const { chain, treasury } = await startTestChain();
  const request = {
    owner_address: treasury,
    name: 'Share',
    url: 'https://share.example',
    total_supply: 10,
    trx_num: 1,
    num: 1,
    start_time: Date.now() + 60_000,
    end_time: Date.now() + 90_000,
    frozen_supply,
    visible: true,
  };
  expect(await post(chain, '/wallet/createassetissue', request)).toEqual({
    Error: `class org.tron.core.exception.ContractValidateException : ${text}`,
  });
});
