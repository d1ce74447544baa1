import { ConfigError } from '@tern/config/config-error';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import { parseAddress, type TronAddress } from '@tern/tron/address';
import type { TokenContracts } from './find-contracts.ts';
import type { PolicyDocument } from './policy-document.ts';

/** What the signer signs, by its own lights: what people decided, and rules that are the same everywhere. */
export type SigningPolicy = PolicyDocument & {
  /** Contracts it pays from; anything else is refused whatever the database says. */
  readonly tokens: ReadonlyMap<TronAddress, AssetId>;
  /** Most that the chain takes beside the fee limit: bandwidth, a note, the activation of the receiver. */
  readonly networkBurnMaxSun: Units;
  /** Most that a change of an account's permissions burns. */
  readonly permissionBurnMaxSun: Units;
  /** Longest time between an order's reference block and its expiration. */
  readonly lifetimeMaxMs: number;
  /** Attempts one order may take in all. */
  readonly attemptsMax: number;
};

/** The rules nobody decides anew. */
export const fixedRules = {
  networkBurnMaxSun: units(5_000_000n),
  permissionBurnMaxSun: units(100_000_000n),
  lifetimeMaxMs: 20 * 60 * 1_000,
  attemptsMax: 10,
} as const;

/** The tokens the signer pays from. @throws ConfigError */
export function listTokens(contracts: TokenContracts): ReadonlyMap<TronAddress, AssetId> {
  const tokens = new Map<TronAddress, AssetId>([[readContract('USDT_CONTRACT', contracts.usdt), 'usdt']]);
  // A reward token that is not issued on chain has no contract, and is not paid.
  if (contracts.reward !== undefined) tokens.set(readContract('REWARD_CONTRACT', contracts.reward), 'reward');
  return tokens;
}

function readContract(name: string, text = ''): TronAddress {
  const parsed = parseAddress(text);
  if ('address' in parsed) return parsed.address;
  throw new ConfigError([
    { name, message: `the signer pays from listed contracts only and needs its address (${parsed.fault})` },
  ]);
}
