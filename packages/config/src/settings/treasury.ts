import { amount, choice, integer, list, setting, tronAddress } from '../setting.ts';

const usdt = amount(6);
const trx = amount(6);
const reward = amount(18);

export const treasurySettings = {
  TREASURY_SOURCES: setting(list(tronAddress(), { minLength: 0, maxLength: 100 }), {
    fallback: 'none',
    describe:
      'Addresses from which the house pays in. Money that they send to the hot wallet becomes capital; money from other addresses waits in suspense. The local faucet is always included.',
    readBy: ['worker'],
  }),
  SWEEP_FROM_USDT: setting(usdt, {
    fallback: '300',
    describe: 'From this much USDT on, the worker sweeps a deposit address to the hot wallet.',
    readBy: ['worker'],
  }),
  SWEEP_FROM_TRX: setting(trx, {
    fallback: '500',
    describe: 'From this much TRX on, the worker sweeps a deposit address to the hot wallet.',
    readBy: ['worker'],
  }),
  SWEEP_FROM_REWARD: setting(reward, {
    fallback: '3000',
    describe: 'From this many reward tokens on, the worker sweeps a deposit address to the hot wallet.',
    readBy: ['worker'],
  }),
  SWEEP_COST_MAX_TRX: setting(trx, {
    fallback: '40',
    describe:
      'Maximum amount of TRX that one sweep may burn, including activation and energy. A more expensive sweep waits until energy is cheaper.',
    readBy: ['worker'],
  }),
  ENERGY_STAKE_TRX: setting(trx, {
    describe:
      'TRX of the house to keep staked for energy, which the worker delegates to sweeps. Unset: 50000 on the local chain; on other networks nothing is staked, and sweeps burn TRX.',
    readBy: ['console', 'worker'],
  }),
  FEE_ACCOUNT_MIN_TRX: setting(trx, {
    fallback: '500',
    describe:
      'Free TRX that the fee account should hold. Below this, the worker refills it to twice this amount, with TRX of the house.',
    readBy: ['console', 'worker'],
  }),
  ANCHOR_STATEMENTS: setting(choice(['yes', 'no']), {
    describe:
      'Whether the worker writes the hash of the newest statement of what is owed into the chain, normally once a day. Each time costs the house 1 TRX and bandwidth. Unset: on the local chain alone.',
    readBy: ['worker'],
  }),
  HOT_SHARE_PERCENT: setting(integer({ from: 1, to: 100 }), {
    fallback: '2',
    describe:
      'Maximum of each asset in the hot wallet, in percent of the liabilities to people. The maximum is lower if the second busiest of the last 30 days needed less.',
    readBy: ['console', 'worker'],
  }),
  HOT_FLOOR_PERCENT: setting(integer({ from: 0, to: 100 }), {
    fallback: '50',
    describe:
      'Minimum of the hot wallet, in percent of its maximum. Below it, the worker sweeps deposit addresses sooner.',
    readBy: ['console', 'worker'],
  }),
  HOT_MIN_USDT: setting(usdt, {
    fallback: '20000',
    describe:
      'The maximum of the hot wallet is never below this much USDT, even if the liabilities are small. It should cover one large transfer.',
    readBy: ['console', 'worker'],
  }),
  HOT_MIN_TRX: setting(trx, {
    fallback: '70000',
    describe: 'The maximum of the hot wallet is never below this much TRX, even if the liabilities are small.',
    readBy: ['console', 'worker'],
  }),
  HOT_MIN_REWARD: setting(reward, {
    fallback: '200000',
    describe:
      'The maximum of the hot wallet is never below this many reward tokens, even if the liabilities are small.',
    readBy: ['console', 'worker'],
  }),
};
