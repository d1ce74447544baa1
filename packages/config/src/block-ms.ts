import type { Config } from './config.ts';

/** Time between two blocks: every Tron network but the local chain makes one each three seconds. */
export function blockMsOf({ tronNetwork, devchainBlockMs }: Pick<Config, 'tronNetwork' | 'devchainBlockMs'>): number {
  return tronNetwork === 'local' ? devchainBlockMs : 3_000;
}
