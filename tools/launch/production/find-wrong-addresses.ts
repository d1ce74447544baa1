import type { Config } from '@tern/config/config';
import type { ConfigFault } from '@tern/config/config-error';
import { parseAddress } from '@tern/tron/address';

/** Addresses in the settings whose checksum is wrong. A schema only sees their shape. */
export function findWrongAddresses(config: Config): readonly ConfigFault[] {
  const given: Readonly<Record<string, readonly (string | undefined)[]>> = {
    USDT_CONTRACT: [config.usdtContract],
    REWARD_CONTRACT: [config.rewardContract],
    PRICE_PAIR_TRX: [config.pricePairTrx],
    PRICE_PAIR_REWARD: [config.pricePairReward],
    TREASURY_SOURCES: config.treasurySources,
    BONUS_SHARED_SOURCES: config.bonusSharedSources,
  };
  return Object.entries(given).flatMap(([name, addresses]) =>
    addresses
      .filter((address) => address !== undefined && 'fault' in parseAddress(address))
      .map((address) => ({ name, message: `${address} is not a Tron address: its checksum is wrong` })),
  );
}
