import { randomUUID } from 'node:crypto';

export type Route = {
  /** With its query string. */
  readonly path: string;
  /** What the document's title begins with. */
  readonly title: string;
  /** `open` to everybody; `inside` asks for a login. */
  readonly access: 'open' | 'inside';
};

/** Every page of the wallet with its address as specified. */
export const routes: readonly Route[] = [
  { path: '/', title: 'Log in', access: 'open' },
  { path: '/pages/login/index', title: 'Log in', access: 'open' },
  { path: '/pages/login/register', title: 'Create an account', access: 'open' },
  { path: '/pages/login/forgot-password', title: 'Forgot password', access: 'open' },
  { path: '/pages/login/factors-lost', title: 'Lost all sign-in methods', access: 'open' },
  { path: '/pages/login/stop#none', title: 'Stop a change', access: 'open' },
  { path: '/pages/common/language', title: 'Language', access: 'open' },
  { path: '/pages/index/test', title: 'Self-check', access: 'open' },
  { path: '/pages/common/support', title: 'Support', access: 'open' },
  { path: '/pages/common/status', title: 'Service status', access: 'open' },
  { path: '/pages/my/protocol', title: 'User agreement', access: 'open' },
  { path: '/check', title: 'How you can check us', access: 'open' },
  { path: '/pages/nowhere', title: 'Page not found', access: 'open' },
  { path: '/pages/index/index', title: 'Home', access: 'inside' },
  { path: '/pages/my/check', title: 'How you can check us', access: 'inside' },
  { path: '/pages/index/receive', title: 'Receive', access: 'inside' },
  { path: '/pages/index/receive?coin=usdt', title: 'Receive', access: 'inside' },
  { path: '/pages/index/transfer', title: 'Transfer', access: 'inside' },
  { path: '/pages/index/transfer?coin=trx&amount=1.5', title: 'Transfer', access: 'inside' },
  { path: '/pages/index/scan', title: 'Scan', access: 'inside' },
  { path: '/pages/index/price-alerts?coin=trx', title: 'Price alerts', access: 'inside' },
  { path: '/pages/activity/index', title: 'Activity', access: 'inside' },
  { path: `/pages/activity/detail?id=${randomUUID()}`, title: 'Activity', access: 'inside' },
  { path: '/pages/record/index', title: 'Records', access: 'inside' },
  { path: '/pages/record/index?filter=out&coin=usdt', title: 'Records', access: 'inside' },
  { path: `/pages/record/detail?id=${randomUUID()}`, title: 'Record', access: 'inside' },
  { path: `/pages/record/sent?id=${randomUUID()}`, title: 'Transfer', access: 'inside' },
  { path: `/pages/record/detail-info?id=${randomUUID()}`, title: 'Further details', access: 'inside' },
  { path: `/pages/record/receipt?id=${randomUUID()}`, title: 'Receipt', access: 'inside' },
  { path: '/pages/reward/index', title: 'Reward', access: 'inside' },
  { path: '/pages/reward/swap', title: 'Swap', access: 'inside' },
  { path: '/pages/reward/swap?coin=usdt&for=reward&amount=1.5', title: 'Swap', access: 'inside' },
  { path: '/pages/reward/swap-record', title: 'Swap records', access: 'inside' },
  { path: `/pages/reward/swap-record?id=${randomUUID()}`, title: 'Swap records', access: 'inside' },
  { path: '/pages/index/deposit-search', title: 'Missing deposit', access: 'inside' },
  { path: '/pages/my/address-book', title: 'Address book', access: 'inside' },
  { path: '/pages/my/index', title: 'My', access: 'inside' },
  { path: '/pages/my/info', title: 'Profile', access: 'inside' },
  { path: '/pages/my/wallet', title: 'Wallets', access: 'inside' },
  { path: '/pages/my/setting', title: 'Settings', access: 'inside' },
  { path: '/pages/my/data', title: 'Your data and account', access: 'inside' },
  { path: '/pages/my/about', title: 'About', access: 'inside' },
  { path: '/pages/my/message', title: 'Messages', access: 'inside' },
  { path: `/pages/my/message-detail?id=${randomUUID()}`, title: 'Message', access: 'inside' },
  { path: '/pages/my/password-login-edit', title: 'Login password', access: 'inside' },
  { path: '/pages/my/password-trade-setting', title: 'Trade password', access: 'inside' },
  { path: '/pages/my/google-code/index', title: 'Google Authenticator', access: 'inside' },
  { path: '/pages/my/passkeys', title: 'Passkeys', access: 'inside' },
  { path: '/pages/my/contact', title: 'Phone and e-mail', access: 'inside' },
  { path: '/pages/my/message-word', title: 'Anti-phishing phrase', access: 'inside' },
  { path: '/pages/my/factor-reset', title: 'Authenticator removal', access: 'inside' },
  { path: '/pages/my/complaints', title: 'Complaints', access: 'inside' },
  { path: '/pages/my/discovery', title: 'Who can find me', access: 'inside' },
  { path: '/pages/my/help', title: 'Help', access: 'inside' },
  { path: '/pages/my/help?answer=deposit', title: 'Help', access: 'inside' },
  { path: '/pages/my/security-history', title: 'Account history', access: 'inside' },
];
