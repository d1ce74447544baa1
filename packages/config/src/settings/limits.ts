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
      'First top-up, in USDT-equivalent, that activates an account. Has to cover the withdrawal minimum plus the dearest fee of every asset.',
    readBy: ['api', 'console', 'worker'],
  }),
  BONUS_AMOUNT: setting(reward, {
    fallback: '20',
    describe:
      'Reward tokens an activated account receives, once per person; 0 ends the promotion. Has to be twice WITHDRAWAL_MIN_REWARD at least, so that it can leave alone.',
    readBy: ['api', 'console', 'worker'],
  }),
  BONUS_DAILY_BUDGET: setting(reward, {
    fallback: '2000',
    describe: 'Most reward tokens paid as bonuses in one UTC day.',
    readBy: ['api', 'worker'],
  }),
  BONUS_ACCOUNTS_PER_SOURCE: setting(integer({ from: 1, to: 1_000 }), {
    fallback: '3',
    describe: 'Accounts one source address may activate before an operator looks at further bonuses.',
    readBy: ['worker'],
  }),
  BONUS_SHARED_SOURCES: setting(list(tronAddress(), { minLength: 0, maxLength: 100 }), {
    fallback: 'none',
    describe:
      'Addresses many strangers pay from, such as exchanges: they make no cluster of accounts. The local faucet is always one.',
    readBy: ['console', 'worker'],
  }),
  DUST_BELOW: setting(usdt, {
    fallback: '0.01',
    describe: 'Arrivals worth less, in USDT-equivalent, are credited but folded away from the records.',
    readBy: ['worker'],
  }),
  WITHDRAWAL_MIN_USDT: setting(usdt, {
    fallback: '1',
    describe: 'Smallest send of USDT. The first value: the console changes it.',
    readBy: termReaders,
  }),
  WITHDRAWAL_MIN_TRX: setting(trx, {
    fallback: '10',
    describe: 'Smallest send of TRX. The first value: the console changes it.',
    readBy: termReaders,
  }),
  WITHDRAWAL_MIN_REWARD: setting(reward, {
    fallback: '10',
    describe: 'Smallest send of the reward token. The first value: the console changes it.',
    readBy: termReaders,
  }),
  WITHDRAWAL_MAX: setting(usdt, {
    fallback: '20000',
    describe: 'Largest single send, in USDT-equivalent. The first value: the console changes it.',
    readBy: termReaders,
  }),
  WITHDRAWAL_DAILY_MAX: setting(usdt, {
    fallback: '50000',
    describe: 'Most one person sends in 24 hours, in USDT-equivalent. The first value: the console changes it.',
    readBy: termReaders,
  }),
  WITHDRAWAL_HOUSE_DAILY_MAX: setting(usdt, {
    fallback: '200000',
    describe:
      'Most that leaves for the chain in 24 hours over all people, in USDT-equivalent, without an operator; what comes on top is reviewed. The first value: the console changes it.',
    readBy: termReaders,
  }),
  REVIEW_FROM: setting(usdt, {
    fallback: '5000',
    describe:
      'From this amount, in USDT-equivalent, an operator reviews a send. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SECOND_OPERATOR_FROM: setting(usdt, {
    fallback: '10000',
    describe:
      'From this amount, in USDT-equivalent, two different operators have to approve. The first value: the console changes it.',
    readBy: termReaders,
  }),
  PRICE_TRX_USDT: setting(positiveRatio(), {
    fallback: '0.30',
    describe: 'Price of 1 TRX in USDT, set by the operator.',
    readBy: ['api', 'console', 'worker'],
    productionMustSet: true,
  }),
  PRICE_REWARD_USDT: setting(positiveRatio(), {
    fallback: '0.10',
    describe: 'Price of 1 reward token in USDT, set by the operator.',
    readBy: ['api', 'console', 'worker'],
    productionMustSet: true,
  }),
  FEE_MARGIN_PERCENT: setting(integer({ from: 0, to: 100 }), {
    fallback: '20',
    describe:
      'Added to the estimated network cost before it is charged in the sent asset. The first value: the console changes it.',
    readBy: termReaders,
  }),
  FEE_MAX_USDT: setting(usdt, {
    fallback: '6',
    describe:
      'Dearest fee of a USDT send; the house bears what the network costs above it. The first value: the console changes it.',
    readBy: termReaders,
  }),
  FEE_MAX_TRX: setting(trx, {
    fallback: '5',
    describe:
      'Dearest fee of a TRX send; the house bears what the network costs above it. The first value: the console changes it.',
    readBy: termReaders,
  }),
  FEE_MAX_REWARD: setting(reward, {
    fallback: '60',
    describe:
      'Dearest fee of a reward token send; the house bears what the network costs above it. The first value: the console changes it.',
    readBy: termReaders,
  }),
};
