import { expect, test } from 'vitest';
import { carryOut, connect, newPerson, post, refusalOf, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

const trx = 1_000_000;

async function startWithToken() {
  const test = await startTestChain();
  const { tronWeb } = test;
  const saleStart = Date.now() + 60_000;
  const unsigned = await tronWeb.transactionBuilder.createToken({
    name: 'GoldCoupon',
    abbreviation: 'GCP',
    description: 'Worth nothing',
    url: 'https://coupon.example',
    totalSupply: 5_000_000,
    trxRatio: 1,
    tokenRatio: 1,
    saleStart,
    saleEnd: saleStart + 1_000,
    freeBandwidth: 0,
    freeBandwidthLimit: 0,
    frozenAmount: 0,
    frozenDuration: 0,
    precision: 2,
  });
  const receipt = await carryOut(test, tronWeb, unsigned);
  return { ...test, receipt };
}

async function assetsOf({ chain }: Pick<TestChain, 'chain'>, hex: string, root = '/wallet') {
  return (await post(chain, `${root}/getaccount`, { address: hex }))['assetV2'];
}

test('a TRC-10 token costs 1024 TRX to issue, has a number, and belongs to its issuer', async () => {
  const test = await startWithToken();
  const { chain, tronWeb, receipt, treasury } = test;
  expect(receipt).toMatchObject({ fee: 1_024 * trx + Number(receipt.receipt.net_fee ?? 0), assetIssueID: '1000001' });
  expect(await tronWeb.trx.getTokenByID('1000001')).toMatchObject({
    id: '1000001',
    name: 'GoldCoupon',
    abbr: 'GCP',
    total_supply: 5_000_000,
    precision: 2,
  });
  expect(await tronWeb.trx.listTokens()).toHaveLength(1);
  expect(await tronWeb.trx.listTokens(10, 1)).toEqual([]);
  expect(await tronWeb.trx.getTokenFromID('GoldCoupon')).toMatchObject({ id: '1000001' });
  expect(await tronWeb.trx.getTokensIssuedByAddress(treasury)).toHaveProperty('GoldCoupon');
  const account = await post(chain, '/wallet/getaccount', { address: treasury, visible: true });
  expect(account).toMatchObject({
    asset_issued_name: 'GoldCoupon',
    asset_issued_ID: '1000001',
    assetV2: [{ key: '1000001', value: 5_000_000 }],
  });
});

test('a TRC-10 transfer moves the token alone, activates a fresh receiver, and solidifies like any other', async () => {
  const test = await startWithToken();
  const { chain, tronWeb } = test;
  const person = newPerson();
  const receipt = await carryOut(
    test,
    tronWeb,
    await tronWeb.transactionBuilder.sendToken(person.address, 1_234, '1000001'),
  );
  expect(receipt).toMatchObject({ fee: 1_100_000, contractResult: [''] });
  expect(receipt).not.toHaveProperty('log');
  expect(await assetsOf(test, person.hex)).toEqual([{ key: '1000001', value: 1_234 }]);
  expect(await post(chain, '/wallet/getaccount', { address: person.hex })).not.toHaveProperty('balance');
  expect(await assetsOf(test, person.hex, '/walletsolidity')).toBeUndefined();
  await chain.admin.mine(19);
  expect(await assetsOf(test, person.hex, '/walletsolidity')).toEqual([{ key: '1000001', value: 1_234 }]);
  const sent = await post(chain, '/wallet/gettransactionbyid', { value: receipt.id, visible: true });
  expect(sent).toMatchObject({
    raw_data: { contract: [{ type: 'TransferAssetContract', parameter: { value: { asset_name: '1000001' } } }] },
  });
});

test('a TRC-10 transfer of what one does not have, or to a contract, is refused', async () => {
  const test = await startWithToken();
  const { chain, tronWeb, treasury } = test;
  const person = newPerson();
  await chain.admin.faucetTrx(person.address, BigInt(10 * trx));
  await chain.admin.mine();
  const asPerson = connect(chain, person.privateKey);
  const refused = async (by: typeof tronWeb, to: string, amount: number, id: string) =>
    refusalOf(test, await by.trx.sign(await by.transactionBuilder.sendToken(to, amount, id)));
  const invalid = (text: string) => ({
    code: 'CONTRACT_VALIDATE_ERROR',
    text: `Contract validate error : ${text}`,
  });
  expect(await refused(asPerson, treasury, 1, '1000001')).toEqual(invalid('assetBalance must be greater than 0.'));
  expect(await refused(tronWeb, person.address, 5_000_001, '1000001')).toEqual(
    invalid('assetBalance is not sufficient.'),
  );
  expect(await refused(tronWeb, person.address, 1, '1000002')).toEqual(invalid('No asset!'));
  expect(await refused(tronWeb, chain.info().contracts.usdt.base58, 1, '1000001')).toEqual(
    invalid('Cannot transfer asset to smartContract.'),
  );
});

test('tokens are gone with the block that issued them, and an account issues one only', async () => {
  const test = await startTestChain();
  const { chain, tronWeb, treasury } = test;
  const snapshot = await chain.admin.snapshot();
  const issue = async (name: string) => {
    const request = {
      owner_address: treasury,
      name,
      url: 'https://coupon.example',
      total_supply: 7,
      trx_num: 1,
      num: 1,
      start_time: Date.now() + 60_000,
      end_time: Date.now() + 90_000,
      visible: true,
    };
    return post(chain, '/wallet/createassetissue', request);
  };
  await carryOut(test, tronWeb, await issue('First'));
  expect(await issue('Second')).toEqual({
    Error: 'class org.tron.core.exception.ContractValidateException : An account can only issue one asset',
  });
  await chain.admin.revert(snapshot);
  expect(await tronWeb.trx.listTokens()).toEqual([]);
  await carryOut(test, tronWeb, await issue('Second'));
  expect(await tronWeb.trx.getTokenByID('1000001')).toMatchObject({ name: 'Second', total_supply: 7 });
});
