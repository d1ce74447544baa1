import type { SystemChain } from '@tern/testkit/system/chain-control';
import { TronWeb, utils } from 'tronweb';

/** Somebody with very much money who trades at the local chain's pair of TRX and USDT, through its router. */
export type Market = {
  /** Sells so many SUN to the pair; the trade is in a block when this resolves. */
  readonly sell: (amountSun: bigint) => Promise<void>;
  /** The same, and buys with all of it again in the same block: what a flash loan does. */
  readonly sellAndBuyBackInOneBlock: (amountSun: bigint) => Promise<void>;
  /** Buys until the price is what it was; nothing where it is already. */
  readonly moveBack: () => Promise<void>;
  /** USDT for one TRX at this moment. */
  readonly spotPrice: () => Promise<number>;
};

const feeLimit = 1_000_000_000;
const fundsSun = 20_000_000n * 1_000_000n;
const allowance = 10n ** 30n;

export async function openMarket(chain: SystemChain): Promise<Market> {
  const { address, privateKey } = utils.accounts.generateAccount();
  const tronWeb = new TronWeb({ ...chain.hosts, privateKey });
  const { contracts } = (await chain.info()) as unknown as {
    readonly contracts: Readonly<
      Record<'usdt' | 'pair' | 'router' | 'wtrx', { readonly base58: string; readonly hex: string }>
    >;
  };
  await chain.give(address.base58, 'trx', fundsSun);
  await chain.mine(1);
  const [usdt, pair, router] = [
    await tronWeb.contract().at(contracts.usdt.base58),
    await tronWeb.contract().at(contracts.pair.base58),
    await tronWeb.contract().at(contracts.router.base58),
  ];
  await usdt['approve']?.(contracts.router.base58, String(allowance)).send({ feeLimit });
  await chain.mine(1);

  const sendSell = (amountSun: bigint): Promise<unknown> =>
    router['sellTrx']?.(0).send({ feeLimit, callValue: Number(amountSun) }) as Promise<unknown>;
  const sendBuy = (amount: bigint): Promise<unknown> =>
    router['buyTrx']?.(String(amount), 0).send({ feeLimit }) as Promise<unknown>;
  const balance = async (): Promise<bigint> => BigInt((await usdt['balanceOf']?.(address.base58).call()) as bigint);
  const reserves = async () => {
    const found = (await pair['getReserves']?.().call()) as readonly [bigint, bigint] | undefined;
    if (found === undefined) throw new Error('the pair tells no reserves');
    const [first, second] = found.map(BigInt) as [bigint, bigint];
    return BigInt(`0x${contracts.wtrx.hex}`) < BigInt(`0x${contracts.usdt.hex}`)
      ? { sun: first, usdt: second }
      : { sun: second, usdt: first };
  };
  return {
    sell: async (amountSun) => {
      await sendSell(amountSun);
      await chain.mine(1);
    },
    sellAndBuyBackInOneBlock: async (amountSun) => {
      const now = await reserves();
      const counted = amountSun * 997n;
      await sendSell(amountSun);
      await sendBuy((counted * now.usdt) / (now.sun * 1_000n + counted));
      await chain.mine(1);
    },
    moveBack: async () => {
      const owned = await balance();
      if (owned === 0n) return;
      await sendBuy(owned);
      await chain.mine(1);
    },
    spotPrice: async () => {
      const now = await reserves();
      return Number(now.usdt) / Number(now.sun);
    },
  };
}
