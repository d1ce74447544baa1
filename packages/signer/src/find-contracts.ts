import { tronNodeUrls } from '@tern/config/addresses';
import type { Config } from '@tern/config/config';

/** Contract addresses as text; checked where they are used. */
export type TokenContracts = { readonly usdt: string | undefined; readonly reward: string | undefined };

/** Tether's contract on mainnet. */
const mainnetUsdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/**
 * The tokens the signer pays from: settings first. Only the local chain is asked for its own, because there they follow
 * from its seed; no other node may tell the signer what to pay from. Throws where the local chain does not answer.
 */
export async function findContracts(
  config: Pick<Config, 'tronNetwork' | 'tronNodeUrls' | 'devchainPort' | 'usdtContract' | 'rewardContract'>,
): Promise<TokenContracts> {
  const { tronNetwork, usdtContract: usdt, rewardContract: reward } = config;
  if (tronNetwork === 'mainnet') return { usdt: usdt ?? mainnetUsdt, reward };
  if (tronNetwork !== 'local' || (usdt !== undefined && reward !== undefined)) return { usdt, reward };
  const [url] = tronNodeUrls(config);
  const response = await fetch(`${url}/devchain/info`, { signal: AbortSignal.timeout(10_000) });
  const info = (await response.json()) as { contracts?: { usdt?: { base58?: string }; reward?: { base58?: string } } };
  return { usdt: usdt ?? info.contracts?.usdt?.base58, reward: reward ?? info.contracts?.reward?.base58 };
}
