/** Addresses of the pages that open to everybody, exactly as specified. */
export const openPaths = {
  login: '/',
  loginAlias: '/pages/login/index',
  register: '/pages/login/register',
  recover: '/pages/login/forgot-password',
  stopChange: '/pages/login/stop',
  factorsLost: '/pages/login/factors-lost',
  launch: '/pages/common/launch',
  language: '/pages/common/language',
  support: '/pages/common/support',
  status: '/pages/common/status',
  selfCheck: '/pages/index/test',
  protocol: '/pages/my/protocol',
  openCheck: '/check',
} as const;

/** Addresses of those that open only with a session. */
const insidePaths = {
  home: '/pages/index/index',
  transfer: '/pages/index/transfer',
  receive: '/pages/index/receive',
  scan: '/pages/index/scan',
  priceAlerts: '/pages/index/price-alerts',
  activities: '/pages/activity/index',
  activity: '/pages/activity/detail',
  records: '/pages/record/index',
  record: '/pages/record/detail',
  sent: '/pages/record/sent',
  recordInfo: '/pages/record/detail-info',
  reward: '/pages/reward/index',
  swap: '/pages/reward/swap',
  swapRecord: '/pages/reward/swap-record',
  my: '/pages/my/index',
  wallets: '/pages/my/wallet',
  settings: '/pages/my/setting',
  ownData: '/pages/my/data',
  profile: '/pages/my/info',
  about: '/pages/my/about',
  messages: '/pages/my/message',
  message: '/pages/my/message-detail',
  tradePassword: '/pages/my/password-trade-setting',
  authenticator: '/pages/my/google-code/index',
  loginPassword: '/pages/my/password-login-edit',
  addressBook: '/pages/my/address-book',
  depositSearch: '/pages/index/deposit-search',
  receipt: '/pages/record/receipt',
  securityHistory: '/pages/my/security-history',
  passkeys: '/pages/my/passkeys',
  contact: '/pages/my/contact',
  messageWord: '/pages/my/message-word',
  factorReset: '/pages/my/factor-reset',
  complaints: '/pages/my/complaints',
  discovery: '/pages/my/discovery',
  help: '/pages/my/help',
  check: '/pages/my/check',
  connect: '/pages/my/connect',
  connectedSites: '/pages/my/connected-sites',
  siteRequest: '/pages/my/site-request',
} as const;

/** Every page's address. */
export const paths = { ...openPaths, ...insidePaths } as const;
export type OpenPath = (typeof openPaths)[keyof typeof openPaths];
export type InsidePath = (typeof insidePaths)[keyof typeof insidePaths];
export type PagePath = OpenPath | InsidePath;

/** The page a person wanted before signing in, if it is one of those inside; undefined for anything else. */
export function readReturnPath(wanted: string | null): string | undefined {
  if (wanted === null || !wanted.startsWith('/')) return undefined;
  const base = 'http://wallet.invalid';
  if (!URL.canParse(wanted, base)) return undefined;
  const url = new URL(wanted, base);
  if (url.origin !== base || !Object.values<string>(insidePaths).includes(url.pathname)) return undefined;
  return url.pathname + url.search;
}

/** The login page that leads on to `wanted` afterwards. */
export function loginPathFor(wanted: string): string {
  return `${paths.login}?${new URLSearchParams({ redirect: wanted })}`;
}
