import { expect, test } from 'vitest';
import { boughtFor } from '../actuators/exchange-price.ts';
import { carryOut, contractRefusal, fundPerson, startTestChain } from '../testing/test-chain.ts';

const trx = 1_000_000;

/** A pair of 1,000,000 units of a token and 2 TRX, opened by the treasury. */
async function startPair() {
  const test = await startTestChain();
  const { tronWeb } = test;
  const saleStart = Date.now() + 60_000;
  const token = {
    name: 'Share',
    abbreviation: 'SHR',
    url: 'https://share.example',
    totalSupply: 5_000_000,
    trxRatio: 1,
    tokenRatio: 1,
    saleStart,
    saleEnd: saleStart + 1_000,
  };
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.createToken(token));
  const unsigned = await tronWeb.transactionBuilder.createTRXExchange('1000001', 1_000_000, 2 * trx);
  const receipt = await carryOut(test, tronWeb, unsigned);
  return { ...test, receipt };
}

test('a pair is opened for 1024 TRX, with a number, and is told by it and in the list', async () => {
  const { chain, tronWeb, receipt } = await startPair();
  expect(receipt).toMatchObject({ fee: 1_024 * trx, exchange_id: 1 });
  const pair = {
    exchange_id: 1,
    creator_address: chain.info().accounts.treasury.hex,
    create_time: receipt.blockTimeStamp,
    first_token_id: '31303030303031',
    first_token_balance: 1_000_000,
    second_token_id: '5f',
    second_token_balance: 2 * trx,
  };
  expect(await tronWeb.trx.getExchangeByID(1)).toEqual(pair);
  expect(await tronWeb.trx.listExchanges()).toEqual([pair]);
  expect(await tronWeb.trx.listExchangesPaginated(10, 0)).toEqual([pair]);
  expect(await tronWeb.trx.listExchangesPaginated(10, 1)).toEqual([]);
  expect(await tronWeb.trx.getExchangeByID(2)).toEqual({});
});

test('anyone trades at the price of the pair, for no less than expected', async () => {
  const test = await startPair();
  const { tronWeb } = test;
  const trader = await fundPerson(test, 10);
  const sell = (sun: number, expected: number) =>
    trader.tronWeb.transactionBuilder.tradeExchangeTokens(1, '_', sun, expected);
  const bought = Number(boughtFor(BigInt(2 * trx), 1_000_000n, BigInt(trx)));
  // The product of both sides, roughly: a third of the token for half as much TRX again.
  expect(bought).toBeGreaterThan(333_000);
  expect(bought).toBeLessThan(333_400);
  expect(await contractRefusal(test, trader.tronWeb, await sell(trx, bought + 1))).toBe(
    'token required must greater than expected',
  );
  const receipt = await carryOut(test, trader.tronWeb, await sell(trx, bought));
  expect(receipt).toMatchObject({ exchange_received_amount: bought });
  expect(await tronWeb.trx.getUnconfirmedAccount(trader.address)).toMatchObject({
    balance: 9 * trx,
    assetV2: [{ key: '1000001', value: bought }],
  });
  expect(await tronWeb.trx.getExchangeByID(1)).toMatchObject({
    first_token_balance: 1_000_000 - bought,
    second_token_balance: 3 * trx,
  });
  expect(await contractRefusal(test, trader.tronWeb, await sell(20 * trx, 1))).toBe('balance is not enough');
});

test('who opened a pair adds to both sides and takes them out in proportion, until it is closed', async () => {
  const test = await startPair();
  const { tronWeb } = test;
  const builder = tronWeb.transactionBuilder;
  const added = await carryOut(test, tronWeb, await builder.injectExchangeTokens(1, '1000001', 500_000));
  expect(added).toMatchObject({ exchange_inject_another_amount: trx });
  expect(await tronWeb.trx.getExchangeByID(1)).toMatchObject({
    first_token_balance: 1_500_000,
    second_token_balance: 3 * trx,
  });
  const stranger = await fundPerson(test, 10);
  const refused = await stranger.tronWeb.transactionBuilder.injectExchangeTokens(1, '1000001', 5);
  expect(await contractRefusal(test, stranger.tronWeb, refused)).toBe(`account[${stranger.hex}] is not creator`);
  expect(await contractRefusal(test, tronWeb, await builder.withdrawExchangeTokens(1, '_', 1))).toBe(
    'withdraw another token quant must greater than zero',
  );
  expect(await contractRefusal(test, tronWeb, await builder.withdrawExchangeTokens(1, '_', 3))).toBe(
    'Not precise enough',
  );
  const taken = await carryOut(test, tronWeb, await builder.withdrawExchangeTokens(1, '_', 3 * trx));
  expect(taken).toMatchObject({ exchange_withdraw_another_amount: 1_500_000 });
  const closed = await builder.tradeExchangeTokens(1, '_', 5, 1);
  expect(await contractRefusal(test, tronWeb, closed)).toBe(
    'Token balance in exchange is equal with 0,the exchange has been closed',
  );
});

test('a pair needs two different things that one has, named by number', async () => {
  const test = await startPair();
  const { tronWeb } = test;
  const builder = tronWeb.transactionBuilder;
  const refused = async (unsigned: Promise<unknown>) => contractRefusal(test, tronWeb, await unsigned);
  expect(await refused(builder.createTRXExchange('Share', 1, 1))).toBe('first token id is not a valid number');
  expect(await refused(builder.createTokenExchange('1000001', 1, '1000001', 1))).toBe('cannot exchange same tokens');
  expect(await refused(builder.createTRXExchange('1000001', 9_000_000, 1))).toBe('first token balance is not enough');
  expect(await refused(builder.createTokenExchange('1000001', 1, '1000002', 1))).toBe(
    'second token balance is not enough',
  );
  expect(await refused(builder.injectExchangeTokens(7, '_', 1))).toBe('Exchange[7] not exists');
  expect(await refused(builder.injectExchangeTokens(1, '1000002', 1))).toBe('token id is not in exchange');
});
