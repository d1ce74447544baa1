import type { Config } from '@tern/config/config';
import type { Environment } from './environment.ts';

/**
 * The settings with the token contracts of the running local chain, where none were given: the signer pays from listed
 * contracts only and asks no chain which ones those are.
 */
export async function withLocalContracts(given: Environment, config: Config): Promise<Environment> {
  const response = await fetch(`http://127.0.0.1:${config.devchainPort}/devchain/info`, {
    signal: AbortSignal.timeout(10_000),
  });
  const { contracts } = (await response.json()) as {
    readonly contracts: Readonly<Record<'usdt' | 'reward' | 'pair', { readonly base58: string }>>;
  };
  return {
    ...given,
    // The chain's own pair trades its own USDT: it says nothing about another one.
    ...(config.usdtContract === undefined && config.pricePairTrx === undefined
      ? { PRICE_PAIR_TRX: contracts.pair.base58 }
      : {}),
    USDT_CONTRACT: config.usdtContract ?? contracts.usdt.base58,
    REWARD_CONTRACT: config.rewardContract ?? contracts.reward.base58,
  };
}
