import { startDevchain } from '@tern/devchain/start-devchain';
import { describe, expect, test } from 'vitest';
import { findContracts } from './find-contracts.ts';
import { listTokens } from './signing-policy.ts';
import { reward, usdt } from './testing/signer-fixture.ts';

test('a reward token without contract is not paid; USDT needs one, and it must be an address', () => {
  expect([...listTokens({ usdt, reward })]).toEqual([
    [usdt, 'usdt'],
    [reward, 'reward'],
  ]);
  expect(listTokens({ usdt, reward: undefined }).size).toBe(1);
  expect(() => listTokens({ usdt: undefined, reward })).toThrow('USDT_CONTRACT');
  expect(() => listTokens({ usdt, reward: `${usdt.slice(0, -1)}u` })).toThrow('bad-checksum');
});

describe('the tokens the signer pays from', () => {
  const unset = { tronNodeUrls: undefined, devchainPort: 1, usdtContract: undefined, rewardContract: undefined };

  test('are Tether’s on mainnet, and elsewhere the settings’', async () => {
    expect(await findContracts({ ...unset, tronNetwork: 'mainnet' })).toEqual({ usdt, reward: undefined });
    const named = { ...unset, usdtContract: reward, rewardContract: usdt };
    expect(await findContracts({ ...named, tronNetwork: 'mainnet' })).toEqual({ usdt: reward, reward: usdt });
    expect(await findContracts({ ...unset, tronNetwork: 'nile' })).toEqual({ usdt: undefined, reward: undefined });
    expect(await findContracts({ ...unset, tronNetwork: 'private' })).toEqual({ usdt: undefined, reward: undefined });
    expect(await findContracts({ ...named, tronNetwork: 'local' })).toEqual({ usdt: reward, reward: usdt });
  });

  test('are the local chain’s own on the local chain', async () => {
    const chain = await startDevchain({ port: 0, seed: 'contracts', mining: { mode: 'manual' } });
    try {
      const { contracts } = chain.info();
      expect(await findContracts({ ...unset, devchainPort: chain.port, tronNetwork: 'local' })).toEqual({
        usdt: contracts.usdt.base58,
        reward: contracts.reward.base58,
      });
    } finally {
      await chain.close();
    }
  });
});
