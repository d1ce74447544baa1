import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

// Words for the ledger's own; docs/ledger.md has the whole of it.

/** Each class of accounts: its name, and what it is for. */
const classes: Readonly<Record<string, readonly [MessageDescriptor, MessageDescriptor]>> = {
  customer: [msg`Customers`, msg`What the house owes people: one account for each wallet and asset.`],
  'custody:deposit': [msg`Deposit addresses`, msg`What lies on the addresses that people deposit to.`],
  'custody:hot': [msg`Hot wallet`, msg`What lies in the hot wallet, from which payments leave.`],
  'custody:warm': [msg`Warm wallet`, msg`What lies in the warm wallet. No operation uses it so far.`],
  'custody:cold': [msg`Cold storage`, msg`What lies in cold storage.`],
  'custody:energy': [msg`Fee account`, msg`TRX of the house that is free to pay for transactions.`],
  'custody:staked': [msg`Staked TRX`, msg`TRX of the fee account that is staked for energy.`],
  'custody:unstaking': [msg`TRX being released`, msg`Unstaked TRX that the chain has not released yet.`],
  'custody:in-transit': [msg`In transit`, msg`What has left one wallet of the house and is not in the other yet.`],
  'network-cost': [msg`Network costs`, msg`What the chain has cost the house.`],
  issuance: [msg`Issuance`, msg`Tokens that are promised and do not exist on the chain yet.`],
  liquidity: [msg`Swap inventory`, msg`What the house keeps to swap with people.`],
  'fee-income': [msg`Fee income`, msg`Fees that people paid for withdrawals and swaps.`],
  'reward-pool': [msg`Reward pool`, msg`What the next distributions share out.`],
  'swap-rewards': [msg`Swap rewards owed`, msg`Rewards for swaps that the next distribution pays.`],
  promotion: [msg`Promotions`, msg`Money set aside for campaigns and activities.`],
  rounding: [msg`Rounding`, msg`Remainders of a conversion that cannot be divided. No operation uses it so far.`],
  capital: [msg`House equity`, msg`What the house has paid in and not set aside for anything.`],
  suspense: [msg`Suspense`, msg`What has arrived and is not attributed yet.`],
};

const kinds: Readonly<Record<string, MessageDescriptor>> = {
  deposit: msg`Deposit`,
  'deposit-unidentified': msg`Deposit kept in suspense`,
  'suspense-resolution': msg`Suspense resolved`,
  'surplus-explained': msg`Surplus explained`,
  'internal-transfer': msg`Transfer between people`,
  'internal-transfer-hold': msg`Transfer between people, held`,
  'internal-transfer-post': msg`Held transfer booked`,
  'internal-transfer-void': msg`Held transfer released`,
  'internal-transfer-expire': msg`Held transfer expired`,
  'deposit-hold': msg`Deposit, held`,
  'deposit-hold-void': msg`Deposit released`,
  'withdrawal-hold': msg`Withdrawal, held`,
  'withdrawal-post': msg`Withdrawal booked`,
  'withdrawal-void': msg`Withdrawal released`,
  'withdrawal-expire': msg`Withdrawal expired`,
  'network-cost': msg`Network cost`,
  sweep: msg`Sweep`,
  'treasury-move': msg`Move between wallets of the house`,
  'treasury-funding': msg`Paid in by the house`,
  'treasury-return': msg`Taken out by the house`,
  'cold-return': msg`Return from cold storage`,
  'reserve-loss': msg`Loss`,
  swap: msg`Swap`,
  'swap-reward-accrual': msg`Swap reward accrued`,
  'liquidity-funding': msg`Swap inventory funded`,
  'pool-funding': msg`Reward pool funded`,
  'promotion-funding': msg`Promotion funded`,
  'promotion-return': msg`Promotion returned`,
  distribution: msg`Distribution`,
  'activity-reward': msg`Reward of an activity`,
  'activation-bonus': msg`Activation bonus`,
  issuance: msg`Tokens promised`,
  'issuance-on-chain': msg`Promised tokens issued`,
  correction: msg`Correction`,
};

const legs: Readonly<Record<string, MessageDescriptor>> = {
  deposit: msg`Amount that arrived`,
  unidentified: msg`Not attributed yet`,
  identified: msg`Attributed to a person`,
  surplus: msg`Surplus to the house`,
  explained: msg`Surplus that was a deposit`,
  transfer: msg`Amount`,
  withdrawal: msg`Amount sent`,
  'withdrawal-fee': msg`Withdrawal fee`,
  'network-cost': msg`Burnt or paid to the chain`,
  sweep: msg`Swept`,
  'sweep-out': msg`Sweep on its way`,
  'sweep-in': msg`Sweep arrived`,
  fuel: msg`TRX for the sweep`,
  move: msg`Moved`,
  funding: msg`Funding`,
  return: msg`Returned`,
  income: msg`Income to equity`,
  'swap-in': msg`Given by the person`,
  'swap-fee': msg`Swap fee`,
  'swap-out': msg`Received by the person`,
  'fee-share': msg`Share of the fee`,
  'pool-share': msg`Share for the pool`,
  rounding: msg`Remainder`,
  'swap-reward': msg`Swap reward`,
  distribution: msg`Share of the pool`,
  'activity-reward': msg`Reward`,
  'activation-bonus': msg`Bonus`,
  issue: msg`Promised`,
  'issue-on-chain': msg`Issued`,
  stake: msg`Staked`,
  unstake: msg`Unstaked`,
  unstaked: msg`Released by the chain`,
  loss: msg`Lost`,
  correction: msg`Corrected`,
};

/** A movement as a statement tells it, where the leg alone would say too little. */
const movements: Readonly<Record<string, MessageDescriptor>> = {
  deposit: msg`Deposit`,
  identified: msg`Deposit, attributed later`,
  transfer: msg`Transfer between people`,
  withdrawal: msg`Withdrawal`,
  'swap-in': msg`Swap, given`,
  'swap-out': msg`Swap, received`,
};

/** The account at the other end, as somebody outside the books knows it. */
const counterparties: Readonly<Record<string, MessageDescriptor>> = {
  customer: msg`Another person`,
  'custody:deposit': msg`The chain`,
  'custody:hot': msg`The chain`,
  'fee-income': msg`Fees`,
  liquidity: msg`Swap`,
  'swap-rewards': msg`Reward pool`,
};

const plain = (code: string): MessageDescriptor => ({ id: code, message: code });

export const classNameOf = (name: string): MessageDescriptor => classes[name]?.[0] ?? plain(name);
export const purposeOf = (name: string): MessageDescriptor => classes[name]?.[1] ?? plain(name);
export const kindNameOf = (kind: string): MessageDescriptor => kinds[kind] ?? plain(kind);
export const movementNameOf = (code: string): MessageDescriptor => movements[code] ?? legNameOf(code);
export const counterpartyNameOf = (name: string): MessageDescriptor => counterparties[name] ?? classNameOf(name);
export const legNameOf = (code: string): MessageDescriptor => legs[code] ?? plain(code);
