import type { ChainCore } from '../chain/core.ts';
import { sendContract } from '../chain/send.ts';
import { simulate } from '../chain/simulate.ts';
import { encodeCall } from '../contracts/encode-call.ts';
import { bytesToUint } from '../crypto/bytes.ts';
import { priceAt } from './price-path.ts';
import { tradeToPrice } from './trade-to-price.ts';
import type { Reserves } from './trade-to-price.ts';

const feeLimitSun = 1_000_000_000n;

/**
 * Trades the pair to the price the seed's path has at the next height, in the pending block. Returns the trade's id, or
 * `undefined` when the pair is there already. To be called inside `core.exclusively`.
 */
export async function walkPrice(core: ChainCore): Promise<string | undefined> {
  const { trader, contracts, seed } = core.identity;
  const price = priceAt(seed, core.history.head().number + 1);
  const trade = tradeToPrice(await readReserves(core), price);
  if (trade === undefined) return undefined;
  const sellsTrx = trade.sells === 'trx';
  const { id, receipt } = await sendContract(core, trader, {
    name: 'TriggerSmartContract',
    message: {
      owner_address: trader.address,
      contract_address: contracts.router,
      call_value: sellsTrx ? trade.amount : 0n,
      data: sellsTrx ? encodeCall('sellTrx(uint256)', [0n]) : encodeCall('buyTrx(uint256,uint256)', [trade.amount, 0n]),
    },
    feeLimitSun,
  });
  if (receipt.contractResult !== 'SUCCESS') throw new Error(`the trade ${id} failed: ${receipt.contractResult}`);
  return id;
}

async function readReserves(core: ChainCore): Promise<Reserves> {
  const head = core.history.head();
  const { returned } = await simulate(core, {
    state: core.store,
    height: head.number + 1,
    timestampMs: head.timestampMs,
    owner: core.identity.trader.address,
    contract: core.identity.contracts.router,
    data: encodeCall('reserves()', []),
    valueSun: 0n,
  });
  return { trx: bytesToUint(returned.slice(0, 32)), usdt: bytesToUint(returned.slice(32, 64)) };
}
