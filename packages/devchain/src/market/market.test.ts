import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeLimit, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';
import { priceAt, priceScale } from './price-path.ts';
import { priceOf, tradeToPrice } from './trade-to-price.ts';

const trx = 1_000_000;

async function readPair({ chain, tronWeb }: TestChain) {
  const { contracts } = chain.info();
  const pair = await tronWeb.contract().at(contracts.pair.base58);
  const read = (await pair['getReserves']?.().call()) as readonly [bigint, bigint, bigint];
  const [reserve0, reserve1, seconds] = read;
  const trxFirst = BigInt(`0x${contracts.wtrx.hex}`) < BigInt(`0x${contracts.usdt.hex}`);
  const cumulative = (await pair[trxFirst ? 'price0CumulativeLast' : 'price1CumulativeLast']?.().call()) as bigint;
  const [trxReserve, usdt] = trxFirst ? [reserve0, reserve1] : [reserve1, reserve0];
  return { reserves: { trx: trxReserve, usdt }, seconds, cumulative };
}

test('the pair opens with 10 million TRX at 0.30 USDT, backed by what its tokens say it has', async () => {
  const test = await startTestChain();
  const { chain, tronWeb } = test;
  const { contracts } = chain.info();
  const { reserves } = await readPair(test);
  expect(reserves).toEqual({ trx: 10_000_000_000_000n, usdt: 3_000_000_000_000n });
  expect(priceOf(reserves)).toBe((priceScale * 3n) / 10n);
  const wtrx = await tronWeb.contract().at(contracts.wtrx.base58);
  const usdt = await tronWeb.contract().at(contracts.usdt.base58);
  expect(await wtrx['balanceOf']?.(contracts.pair.base58).call()).toBe(reserves.trx);
  expect(await usdt['balanceOf']?.(contracts.pair.base58).call()).toBe(reserves.usdt);
  expect(await tronWeb.trx.getUnconfirmedBalance(contracts.wtrx.base58)).toBe(Number(reserves.trx));
});

test('TRX sold to the pair give USDT less three parts in a thousand, with Swap and Sync told', async () => {
  const test = await startTestChain();
  const { chain, tronWeb, treasury } = test;
  const { contracts } = chain.info();
  const usdt = await tronWeb.contract().at(contracts.usdt.base58);
  const before = (await usdt['balanceOf']?.(treasury).call()) as bigint;
  const router = await tronWeb.contract().at(contracts.router.base58);
  const txId = await router['sellTrx']?.(0).send({ feeLimit, callValue: 1_000 * trx });
  await chain.admin.mine();
  expect(await tronWeb.trx.getUnconfirmedTransactionInfo(txId)).toMatchObject({ receipt: { result: 'SUCCESS' } });
  const got = ((await usdt['balanceOf']?.(treasury).call()) as bigint) - before;
  const counted = 1_000_000_000n * 997n;
  expect(got).toBe((counted * 3_000_000_000_000n) / (10_000_000_000_000n * 1_000n + counted));
  const { data = [] } = await tronWeb.event.getEventsByTransactionID(txId);
  const ofPair = data.filter(({ contract_address }) => contract_address === contracts.pair.base58);
  expect(ofPair.map(({ event_name }) => event_name)).toEqual(['Sync', 'Swap']);
  expect((await readPair(test)).reserves).toEqual({
    trx: 10_001_000_000_000n,
    usdt: 3_000_000_000_000n - got,
  });
});

test('USDT buy TRX, and a swap that takes too much is refused', async () => {
  const test = await startTestChain();
  const { chain, tronWeb } = test;
  const { contracts } = chain.info();
  const usdt = await tronWeb.contract().at(contracts.usdt.base58);
  const router = await tronWeb.contract().at(contracts.router.base58);
  await usdt['approve']?.(contracts.router.base58, 10_000_000).send({ feeLimit });
  await chain.admin.mine();
  const wanted = 33_233_222;
  const tooMuch = await router['buyTrx']?.(10_000_000, wanted + 1).send({ feeLimit });
  const bought = await router['buyTrx']?.(10_000_000, wanted).send({ feeLimit });
  const pair = await tronWeb.contract().at(contracts.pair.base58);
  const stolen = await pair['swap']?.(1, 0, contracts.router.base58, '0x').send({ feeLimit });
  await chain.admin.mine();
  const resultOf = async (txId: string) => (await tronWeb.trx.getUnconfirmedTransactionInfo(txId)).receipt.result;
  expect([await resultOf(tooMuch), await resultOf(bought), await resultOf(stolen)]).toEqual([
    'REVERT',
    'SUCCESS',
    'REVERT',
  ]);
});

test('the cumulative price grows by price times seconds', async () => {
  const test = await startTestChain();
  await test.chain.admin.walkPrice();
  const first = await readPair(test);
  await test.chain.admin.mine(9);
  await test.chain.admin.walkPrice();
  const second = await readPair(test);
  const seconds = second.seconds - first.seconds;
  expect(seconds).toBe(30n);
  const grown = second.cumulative - first.cumulative;
  expect(grown).toBe(((first.reserves.usdt << 112n) / first.reserves.trx) * seconds);
});

test('a walk takes the pair along the path of the seed, and a chain of the same seed the same way', async () => {
  const walk = async (seed: string) => {
    const test = await startTestChain({ seed });
    const prices: bigint[] = [];
    for (let step = 0; step < 12; step += 1) {
      await test.chain.admin.walkPrice();
      prices.push(priceOf((await readPair(test)).reserves));
    }
    const [headId] = (await test.tronWeb.trx.getBlockRange(13, 13)).map(({ blockID }) => blockID);
    return { prices, headId };
  };
  const first = await walk('walk');
  for (const [step, price] of first.prices.entries()) {
    const target = priceAt('walk', step + 2);
    expect(Number(price - target) / Number(target)).toBeCloseTo(0, 6);
  }
  expect(await walk('walk')).toEqual(first);
  expect((await walk('other')).prices).not.toEqual(first.prices);
});

test('a chain at an interval can walk the price by itself', async () => {
  const { chain, tronWeb } = await startTestChain({
    mining: { mode: 'interval', blockMs: 20 },
    walkPriceBlocks: 1,
  });
  const { contracts } = chain.info();
  await expect
    .poll(
      async () => {
        const { data = [] } = await tronWeb.event.getEventsByContractAddress(contracts.pair.base58, {
          eventName: 'Swap',
        });
        return data.length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(2);
});

test('the path stays within a quarter of 0.30 and never jumps', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(50_000_000), (seed, height) => {
      const [price, next] = [priceAt(seed, height), priceAt(seed, height + 1)];
      expect(price).toBeGreaterThan(225_000_000n);
      expect(price).toBeLessThan(375_000_000n);
      expect(Math.abs(Number(next - price)) / Number(price)).toBeLessThan(0.003);
    }),
  );
});

test('a trade to a price never leads beyond it', () => {
  const amount = fc.bigInt({ min: 1_000_000_000n, max: 10n ** 15n });
  fc.assert(
    fc.property(amount, amount, fc.bigInt({ min: 1_000n, max: 10n ** 12n }), (trxReserve, usdt, price) => {
      const reserves = { trx: trxReserve, usdt };
      const trade = tradeToPrice(reserves, price);
      if (trade === undefined) return;
      expect(trade.sells).toBe(priceOf(reserves) > price ? 'trx' : 'usdt');
      expect(trade.amount).toBeGreaterThan(0n);
    }),
  );
});
