import { getAddress, type TronAddress } from '@tern/tron/address';
import type { ExpectedToken } from '@tern/tron/refuse-unknown-tokens';
import { z } from 'zod';

export type NetworkId = 'local' | 'private' | 'nile' | 'mainnet';

export type FindNetworkInput = {
  readonly network: NetworkId;
  /** Root of the local chain; not used on other networks. */
  readonly devchainUrl: string;
  readonly usdtContract: string | undefined;
  readonly rewardContract: string | undefined;
  /** Explorer of a private network, where it has one. */
  readonly privateExplorerUrl?: string | undefined;
  readonly fetch?: typeof globalThis.fetch;
};

/** The token contracts of the installation's network, and what is special about a local one. */
export type Network = {
  readonly contracts: { readonly usdt: TronAddress; readonly reward: TronAddress };
  /** Pair of TRX and USDT that the local chain trades itself. */
  readonly pair?: TronAddress;
  /** Page of the network's explorer, without a trailing slash. */
  readonly explorerUrl: string | null;
  /** Pays test coins to everybody; on the local chain alone. */
  readonly faucetAddress?: TronAddress;
};

const addressEntry = z.object({ base58: z.string() });
const localChain = z.object({
  contracts: z.object({ usdt: addressEntry, reward: addressEntry, pair: addressEntry }),
  accounts: z.object({ faucet: addressEntry }),
});

const mainnetUsdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const explorers = {
  local: null,
  private: null,
  nile: 'https://nile.tronscan.org',
  mainnet: 'https://tronscan.org',
} as const;

/** Settings first; what they leave out comes from the local chain itself, or is known. Throws when neither says. */
export async function findNetwork(input: FindNetworkInput): Promise<Network> {
  const { network, usdtContract, rewardContract, fetch = globalThis.fetch } = input;
  const explorerUrl = explorerOf(network, input.privateExplorerUrl);
  if (network !== 'local') {
    const usdt = usdtContract ?? (network === 'mainnet' ? mainnetUsdt : undefined);
    if (usdt === undefined || rewardContract === undefined)
      throw new Error(`the token contracts of ${network} are not set`);
    return { contracts: { usdt: getAddress(usdt), reward: getAddress(rewardContract) }, explorerUrl };
  }
  const response = await fetch(`${input.devchainUrl}/devchain/info`, { signal: AbortSignal.timeout(10_000) });
  const { contracts, accounts } = localChain.parse(await response.json());
  const usdt = getAddress(usdtContract ?? contracts.usdt.base58);
  return {
    contracts: { usdt, reward: getAddress(rewardContract ?? contracts.reward.base58) },
    // It trades the chain's own USDT.
    ...(usdt === contracts.usdt.base58 ? { pair: getAddress(contracts.pair.base58) } : {}),
    explorerUrl,
    faucetAddress: getAddress(accounts.faucet.base58),
  };
}

/** What the contracts of a network have to be, by the names of their settings. */
export function expectedTokens({ usdt, reward }: Network['contracts']): readonly [ExpectedToken, ExpectedToken] {
  return [
    { setting: 'USDT_CONTRACT', contract: usdt, decimals: 6 },
    { setting: 'REWARD_CONTRACT', contract: reward, decimals: 18 },
  ];
}

/** Where anybody looks up a transaction of this network; null for the local chain, and for a private network without one. */
export function explorerOf(network: NetworkId, privateExplorerUrl: string | undefined): string | null {
  return network === 'private' ? (privateExplorerUrl?.replace(/\/+$/, '') ?? null) : explorers[network];
}
