import { amount, integer, list, positiveRatio, setting, tronAddress } from '../setting.ts';

const trx = amount(6);
const usdt = amount(6);
const reward = amount(18);
/** Fees and limits people meet: the settings are their first version (docs/decisions/0152). */
const termReaders = ['api', 'console'] as const;

/** Amounts are written in whole coins; "USDT-equivalent" means any asset, valued at the prices below. */
export const limitSettings = {
  ACTIVATION_MINIMUM: setting(usdt, {
    fallback: '10',
    describe:
      'Smallest first top-up, in USDT-equivalent, that activates an account. It must cover the smallest withdrawal plus the maximum fee of every asset.',
    readBy: ['api', 'console', 'worker'],
  }),
  BONUS_AMOUNT: setting(reward, {
    fallback: '20',
    describe:
      'Reward tokens that an activated account receives, once per person. 0 ends the promotion. Otherwise it must be at least twice WITHDRAWAL_MIN_REWARD. With at least that much, a person can always pay the fee and still withdraw WITHDRAWAL_MIN_REWARD, without any other deposit.',
    readBy: ['api', 'console', 'worker'],
  }),
  BONUS_DAILY_BUDGET: setting(reward, {
    fallback: '2000',
    describe: 'Maximum number of reward tokens paid as bonuses in one UTC day.',
    readBy: ['worker'],
  }),
  BONUS_ACCOUNTS_PER_SOURCE: setting(integer({ from: 1, to: 1_000 }), {
    fallback: '3',
    describe:
      'Number of accounts whose first top-up may come from the same address before an operator reviews further bonuses.',
    readBy: ['worker'],
  }),
  BONUS_SHARED_SOURCES: setting(list(tronAddress(), { minLength: 0, maxLength: 100 }), {
    fallback: 'none',
    describe:
      'Addresses from which many unrelated people pay, such as exchanges. BONUS_ACCOUNTS_PER_SOURCE does not apply to them (nor to the local faucet), and the console warns an operator before money in suspense is returned to one of them.',
    readBy: ['console', 'worker'],
  }),
  DUST_BELOW: setting(usdt, {
    fallback: '0.01',
    describe:
      'Deposits below this value, in USDT-equivalent, are credited, but the records do not list them. While an asset has no price, this applies to its deposits below the smallest transfer.',
    readBy: ['worker'],
  }),
  WITHDRAWAL_MIN_USDT: setting(usdt, {
    fallback: '1',
    describe: 'Smallest transfer of USDT. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  WITHDRAWAL_MIN_TRX: setting(trx, {
    fallback: '10',
    describe: 'Smallest transfer of TRX. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  WITHDRAWAL_MIN_REWARD: setting(reward, {
    fallback: '10',
    describe: 'Smallest transfer of the reward token. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  WITHDRAWAL_MAX: setting(usdt, {
    fallback: '20000',
    describe:
      'Largest single transfer, in USDT-equivalent. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  WITHDRAWAL_DAILY_MAX: setting(usdt, {
    fallback: '50000',
    describe:
      'Maximum that one person can send in 24 hours, in USDT-equivalent. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  WITHDRAWAL_HOUSE_DAILY_MAX: setting(usdt, {
    fallback: '200000',
    describe:
      'Maximum that all people together can withdraw to the chain in 24 hours without a review, in USDT-equivalent. An operator reviews everything above it. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  REVIEW_FROM: setting(usdt, {
    fallback: '5000',
    describe:
      'From this amount on, in USDT-equivalent, an operator reviews a transfer. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SECOND_OPERATOR_FROM: setting(usdt, {
    fallback: '10000',
    describe:
      'From this amount on, in USDT-equivalent, two different operators must approve. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  PRICE_TRX_USDT: setting(positiveRatio(), {
    fallback: '0.30',
    describe:
      'Fixed price of 1 TRX in USDT. It is one of the price sources; docs/prices.md says how they are combined.',
    readBy: ['api', 'console', 'worker'],
    productionMustSet: true,
  }),
  PRICE_REWARD_USDT: setting(positiveRatio(), {
    fallback: '0.10',
    describe: 'Fixed price of 1 reward token in USDT, also one of its price sources.',
    readBy: ['api', 'console', 'worker'],
    productionMustSet: true,
  }),
  FEE_MARGIN_PERCENT: setting(integer({ from: 0, to: 100 }), {
    fallback: '20',
    describe:
      'Percentage added to the estimated network cost before the fee is charged in the sent asset. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  FEE_MAX_USDT: setting(usdt, {
    fallback: '6',
    describe:
      'Maximum fee of a USDT transfer. The house pays any network cost above it. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  FEE_MAX_TRX: setting(trx, {
    fallback: '5',
    describe:
      'Maximum fee of a TRX transfer. The house pays any network cost above it. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  FEE_MAX_REWARD: setting(reward, {
    fallback: '60',
    describe:
      'Maximum fee of a reward token transfer. The house pays any network cost above it. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
};
