import type { TronAddress } from '@tern/tron/address';
import { hotAddress, million, rewardContract, stranger, topUp, usdtContract } from './deposit-rules.ts';
import { scriptedChain, tokenCall, type ScriptedChain } from './scripted-chain.ts';

/** The same chain for the same addresses: funds the house, then two top-ups for each address, all irreversible. */
export function crashChain(addresses: readonly TronAddress[]): ScriptedChain {
  const chain = scriptedChain();
  const funds = 1_000n * 10n ** 18n;
  chain.mine(
    tokenCall({
      caller: stranger,
      name: 'funding',
      logs: [{ contract: rewardContract, from: stranger, to: hotAddress, amount: funds }],
    }),
  );
  chain.mineEmpty(2);
  for (const address of addresses) {
    const logs = [{ contract: usdtContract, from: stranger, to: address, amount: 12_000_000n }];
    chain.mine(
      tokenCall({ caller: stranger, name: `usdt to ${address}`, logs }),
      topUp(address, 40 * million, `trx to ${address}`),
    );
  }
  chain.mineEmpty(19);
  return chain;
}
