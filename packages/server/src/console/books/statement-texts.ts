/** What stands on a statement, in the languages of the console. */
export type StatementLanguage = 'en' | 'zh-Hans';

type Texts = {
  readonly title: string;
  readonly person: string;
  readonly madeOutTo: string;
  readonly period: string;
  readonly written: string;
  readonly zone: string;
  readonly wallet: string;
  readonly opening: string;
  readonly closing: string;
  readonly nothing: string;
  readonly empty: string;
  readonly columns: {
    readonly time: string;
    readonly what: string;
    readonly counterparty: string;
    readonly amount: string;
    readonly incoming: string;
    readonly outgoing: string;
    readonly balance: string;
    readonly asset: string;
    readonly journal: string;
  };
  readonly footer: string;
  readonly page: (page: number) => string;
  readonly codes: Readonly<Record<string, string>>;
  readonly counterparties: Readonly<Record<string, string>>;
};

export const statementTexts: Readonly<Record<StatementLanguage, Texts>> = {
  en: {
    title: 'Statement',
    person: 'Number of the person',
    madeOutTo: 'Made out to',
    period: 'Period',
    written: 'Written',
    zone: 'All times are in UTC. A day begins and ends at midnight UTC.',
    wallet: 'Wallet',
    opening: 'Opening balance',
    closing: 'Closing balance',
    nothing: 'Nothing moved in this period.',
    empty: 'The person had no balance until the end of this period.',
    columns: {
      ...{ time: 'Time', what: 'Movement', counterparty: 'With', amount: 'Amount', incoming: 'In', outgoing: 'Out' },
      ...{ balance: 'Balance', asset: 'Asset', journal: 'Journal' },
    },
    footer: 'From the ledger of the installation. Amounts on hold are part of the balance.',
    page: (page) => `Page ${page}`,
    codes: {
      deposit: 'Deposit',
      identified: 'Deposit, attributed later',
      transfer: 'Transfer to another person here',
      withdrawal: 'Withdrawal',
      'withdrawal-fee': 'Withdrawal fee',
      'swap-in': 'Swap, given',
      'swap-fee': 'Swap fee',
      'swap-out': 'Swap, received',
      distribution: 'Share of the reward pool',
      'swap-reward': 'Reward for swaps',
      'activity-reward': 'Reward of an activity',
      'activation-bonus': 'Activation bonus',
      correction: 'Correction',
    },
    counterparties: {
      customer: 'Another person',
      'custody:deposit': 'The chain',
      'custody:hot': 'The chain',
      'fee-income': 'Fees',
      liquidity: 'Swap',
      'reward-pool': 'Reward pool',
      'swap-rewards': 'Reward pool',
      promotion: 'Promotion',
      suspense: 'Unattributed receipts',
    },
  },
  'zh-Hans': {
    title: '账户对账单',
    person: '用户编号',
    madeOutTo: '抬头',
    period: '期间',
    written: '生成时间',
    zone: '所有时间均为 UTC。每天从 UTC 零点开始，到 UTC 零点结束。',
    wallet: '钱包',
    opening: '期初余额',
    closing: '期末余额',
    nothing: '此期间没有变动。',
    empty: '截至此期间结束，该用户没有余额。',
    columns: {
      ...{ time: '时间', what: '变动', counterparty: '对方', amount: '金额', incoming: '收入', outgoing: '支出' },
      ...{ balance: '余额', asset: '资产', journal: '日记账' },
    },
    footer: '摘自本系统账本。冻结金额包含在余额中。',
    page: (page) => `第 ${page} 页`,
    codes: {
      deposit: '充值',
      identified: '充值（事后归属）',
      transfer: '站内转账',
      withdrawal: '提现',
      'withdrawal-fee': '提现手续费',
      'swap-in': '兑换支出',
      'swap-fee': '兑换手续费',
      'swap-out': '兑换收入',
      distribution: '奖励池分配',
      'swap-reward': '兑换奖励',
      'activity-reward': '活动奖励',
      'activation-bonus': '激活奖励',
      correction: '更正',
    },
    counterparties: {
      customer: '其他用户',
      'custody:deposit': '链上',
      'custody:hot': '链上',
      'fee-income': '手续费',
      liquidity: '兑换',
      'reward-pool': '奖励池',
      'swap-rewards': '奖励池',
      promotion: '推广账户',
      suspense: '待归属款项',
    },
  },
};
