import { amount, integer, list, setting, tronAddress } from '../setting.ts';

const usdt = amount(6);
const trx = amount(6);
const reward = amount(18);

export const treasurySettings = {
  TREASURY_SOURCES: setting(list(tronAddress(), { minLength: 0, maxLength: 100 }), {
    fallback: 'none',
    describe:
      'Addresses the house pays in from: what they send to the hot wallet is its capital, what others send there waits in suspense. The local faucet is always one.',
    readBy: ['worker'],
  }),
  SWEEP_FROM_USDT: setting(usdt, {
    fallback: '300',
    describe: 'From this much USDT on, a deposit address is swept to the hot wallet.',
    readBy: ['worker'],
  }),
  SWEEP_FROM_TRX: setting(trx, {
    fallback: '500',
    describe: 'From this much TRX on, a deposit address is swept to the hot wallet.',
    readBy: ['worker'],
  }),
  SWEEP_FROM_REWARD: setting(reward, {
    fallback: '3000',
    describe: 'From this many reward tokens on, a deposit address is swept to the hot wallet.',
    readBy: ['worker'],
  }),
  SWEEP_COST_MAX_TRX: setting(trx, {
    fallback: '40',
    describe: 'Most TRX that one sweep may burn, activation and energy included; dearer ones wait for a cheaper hour.',
    readBy: ['worker'],
  }),
  ENERGY_STAKE_TRX: setting(trx, {
    describe:
      "TRX of the house's own to keep staked for energy, which sweeps then borrow. Unset: 50000 on the local chain, else none, and energy is burnt.",
    readBy: ['worker'],
  }),
  FEE_ACCOUNT_MIN_TRX: setting(trx, {
    fallback: '500',
    describe: "Free TRX the fee account is kept at; below it, it is filled up to twice as much of the house's own.",
    readBy: ['worker'],
  }),
  HOT_SHARE_PERCENT: setting(integer({ from: 1, to: 100 }), {
    fallback: '2',
    describe:
      'Most that the hot wallet holds of each asset, in percent of what is owed to people; less where the busiest days need less.',
    readBy: ['console', 'worker'],
  }),
  HOT_FLOOR_PERCENT: setting(integer({ from: 0, to: 100 }), {
    fallback: '50',
    describe: 'Below this part of its ceiling the hot wallet counts as short: deposit addresses are swept sooner.',
    readBy: ['console', 'worker'],
  }),
  HOT_MIN_USDT: setting(usdt, {
    fallback: '20000',
    describe: 'USDT the hot wallet may always hold, however little is owed: one large send.',
    readBy: ['console', 'worker'],
  }),
  HOT_MIN_TRX: setting(trx, {
    fallback: '70000',
    describe: 'The same for TRX.',
    readBy: ['console', 'worker'],
  }),
  HOT_MIN_REWARD: setting(reward, {
    fallback: '200000',
    describe: 'The same for reward tokens.',
    readBy: ['console', 'worker'],
  }),
};
