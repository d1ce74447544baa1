import { units } from '@tern/money/units';
import { expect, test } from 'vitest';
import { walletConnectionRelay } from './addresses.ts';
import { ConfigError } from './config-error.ts';
import { loadConfig } from './load-config.ts';
import { settings } from './settings.ts';

const production = {
  TERN_PROFILE: 'production',
  PRODUCT_NAME: 'Albatross',
  PRODUCT_TOKEN: 'ALB',
  PUBLIC_URL: 'https://wallet.example',
  TRON_NETWORK: 'mainnet',
  REWARD_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  SMTP_URL: 'smtps://wallet@mail.example',
  MAIL_FROM: 'wallet@wallet.example',
  SMS_WEBHOOK_URL: 'https://sms.example/send',
  SUPPORT_EMAIL: 'help@wallet.example',
  COMPLAINTS_EMAIL: 'complaints@wallet.example',
  COMPLAINT_ANSWER_DAYS: '15',
  PRICE_TRX_USDT: '0.31',
  PRICE_REWARD_USDT: '0.12',
};

function faultsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => `${fault.name}: ${fault.message}`);
    throw error;
  }
  return [];
}

test('an empty environment gives the documented development defaults, typed', () => {
  const config = loadConfig({});
  expect(config.ternProfile).toBe('development');
  expect(config.webPort).toBe(4300);
  expect(config.tabs).toEqual(['home', 'activity', 'reward', 'my']);
  expect(config.withdrawalMinTrx).toBe(units(10_000_000n));
  expect(config.bonusAmount).toBe(units(20n * 10n ** 18n));
  expect(config.priceTrxUsdt).toEqual({ numerator: 30n, denominator: 100n });
  expect(config.databaseUrl).toBeUndefined();
});

test('an empty text counts as not given', () => {
  expect(loadConfig({ WEB_PORT: '', DATABASE_URL: '' }).webPort).toBe(4300);
});

test('every wrong value is named at once, with what is allowed', () => {
  expect(
    faultsOf({ WEB_PORT: '0x10', TERN_PROFILE: 'staging', WITHDRAWAL_MIN_USDT: '1e3', TABS: 'home,home' }),
  ).toEqual([
    'TERN_PROFILE: "staging" is not allowed; one of development, production, test',
    'TABS: "home,home" is not allowed; 2 to 5 different parts with commas between',
    'WEB_PORT: "0x10" is not allowed; a whole number from 1 to 65535',
    'WITHDRAWAL_MIN_USDT: "1e3" is not allowed; an amount such as 12.5, with at most 6 decimals',
  ]);
});

test.each([
  ['WEB_PORT', '70000'],
  ['WEB_PORT', '-1'],
  ['WEB_PORT', '４３００'],
  ['BONUS_AMOUNT', '1.0000000000000000001'],
  ['BONUS_AMOUNT', '-1'],
  ['PRICE_TRX_USDT', '0'],
  ['PRICE_TRX_USDT', '.5'],
  ['DATABASE_URL', 'mysql://x'],
  ['TRON_NODE_URLS', 'http://a,http://b,http://c,http://d'],
  ['TRON_API_KEY_HEADERS', 'x-key: 1'],
  ['TRON_NODE_URLS', 'http://a,'],
  ['PRODUCT_TOKEN', 'tern'],
  ['PRODUCT_NAME', ' Tern'],
  ['REWARD_CONTRACT', '0x41'],
])('%s=%s is refused', (name, value) => {
  expect(faultsOf({ [name]: value })).toHaveLength(1);
  expect(faultsOf({ [name]: value })[0]).toContain(`${name}: `);
});

test('the word none is the empty list', () => {
  expect(loadConfig({ BONUS_SHARED_SOURCES: 'none' }).bonusSharedSources).toEqual([]);
  expect(faultsOf({ TABS: 'none' })).toHaveLength(1);
});

test('an activation minimum below the cost of getting out is refused, per asset', () => {
  expect(faultsOf({ ACTIVATION_MINIMUM: '6.5' })).toEqual([
    'ACTIVATION_MINIMUM: has to be at least 7: the withdrawal minimum plus the highest fee of usdt, in USDT',
    'ACTIVATION_MINIMUM: has to be at least 7: the withdrawal minimum plus the highest fee of reward, in USDT',
  ]);
  expect(faultsOf({ PRICE_TRX_USDT: '0.666667' })).toEqual([
    'ACTIVATION_MINIMUM: has to be at least 10.000005: the withdrawal minimum plus the highest fee of trx, in USDT',
  ]);
});

test('I25 a bonus that could not leave alone is refused, and none is no bonus that could not', () => {
  const fault =
    'BONUS_AMOUNT: has to be 0, or at least 20: twice WITHDRAWAL_MIN_REWARD, so that the bonus alone pays the smallest send and its fee';
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ BONUS_AMOUNT: '19.999999999999999999' })).toEqual([fault]);
  expect(faultsOf({ WITHDRAWAL_MIN_REWARD: '10.5' })).toEqual([fault.replace('20:', '21:')]);
  expect(faultsOf({ BONUS_AMOUNT: '0' })).toEqual([]);
});

test('limits that contradict each other are refused', () => {
  expect(faultsOf({ REVIEW_FROM: '12000' })).toEqual([
    'SECOND_OPERATOR_FROM: has to be at least REVIEW_FROM, which is 12000',
  ]);
});

test('a page of a body for complaints that has no name is refused, and so are addresses nobody can write to', () => {
  expect(faultsOf({ COMPLAINTS_BODY_URL: 'https://ombudsman.example' })).toEqual([
    'COMPLAINTS_BODY: has to be set where COMPLAINTS_BODY_URL is',
  ]);
  expect(
    faultsOf({ COMPLAINTS_BODY: 'Financial Ombudsman', COMPLAINTS_BODY_URL: 'https://ombudsman.example' }),
  ).toEqual([]);
  expect(faultsOf({ SUPPORT_EMAIL: 'Help <help@wallet.example>', COMPLAINT_ANSWER_DAYS: '0' })).toHaveLength(2);
});

test('a network without known contracts demands them', () => {
  expect(faultsOf({ TRON_NETWORK: 'nile' })).toEqual([
    'USDT_CONTRACT: has to be set where TRON_NETWORK is nile',
    'REWARD_CONTRACT: has to be set where TRON_NETWORK is nile',
  ]);
});

test('solidity addresses and key headers go with the nodes, one to three', () => {
  const nodes = { TRON_NODE_URLS: 'http://a:8090,http://b:8090,https://c' };
  const solidity = 'http://a:8091,http://b:8091,https://c';
  expect(faultsOf({ ...nodes, TRON_SOLIDITY_URLS: solidity, TRON_API_KEY_HEADERS: 'x-a,x-b,x-a' })).toEqual([]);
  expect(faultsOf({ ...nodes, TRON_SOLIDITY_URLS: 'http://a:8091', TRON_API_KEY_HEADERS: 'x-a,x-b' })).toEqual([
    'TRON_SOLIDITY_URLS: has to have one address for each node of TRON_NODE_URLS, in the same order: 3, not 1',
    'TRON_API_KEY_HEADERS: has to have one name for all nodes, or one for each node of TRON_NODE_URLS: 3, not 2',
  ]);
});

test('a private network demands what makes it one, and no public network passes for one', () => {
  const complete = {
    TRON_NETWORK: 'private',
    TRON_PRIVATE_GENESIS_ID: `${'0'.repeat(16)}${'ab'.repeat(24)}`,
    TRON_PRIVATE_NAME: 'Harbour chain',
    USDT_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    REWARD_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  };
  expect(faultsOf(complete)).toEqual([]);
  expect(faultsOf({ ...production, ...complete })).toEqual([]);
  expect(faultsOf({ TRON_NETWORK: 'private' })).toEqual(
    ['TRON_PRIVATE_GENESIS_ID', 'TRON_PRIVATE_NAME', 'USDT_CONTRACT', 'REWARD_CONTRACT'].map(
      (name) => `${name}: has to be set where TRON_NETWORK is private`,
    ),
  );
  const mainnet = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
  expect(faultsOf({ ...complete, TRON_PRIVATE_GENESIS_ID: mainnet })).toEqual([
    'TRON_PRIVATE_GENESIS_ID: is the first block of a public network: set TRON_NETWORK to nile or mainnet instead',
  ]);
});

test('X02 production starts on a complete configuration only', () => {
  expect(faultsOf(production)).toEqual([]);
  expect(faultsOf({ TERN_PROFILE: 'production' }).map((fault) => fault.split(':')[0])).toEqual([
    'PRODUCT_NAME',
    'PRODUCT_TOKEN',
    'PUBLIC_URL',
    'TRON_NETWORK',
    'SMTP_URL',
    'MAIL_FROM',
    'SUPPORT_EMAIL',
    'COMPLAINTS_EMAIL',
    'COMPLAINT_ANSWER_DAYS',
    'PRICE_TRX_USDT',
    'PRICE_REWARD_USDT',
    'REWARD_CONTRACT',
    'SMS_WEBHOOK_URL',
    'USDT_CONTRACT',
    // What the network `private` demands, while none is chosen.
    'TRON_PRIVATE_GENESIS_ID',
    'TRON_PRIVATE_NAME',
  ]);
});

test.each([
  ['the development name', { PRODUCT_NAME: 'Tern' }, 'PRODUCT_NAME'],
  ['the development token', { PRODUCT_TOKEN: 'TERN' }, 'PRODUCT_TOKEN'],
  ['the local chain', { TRON_NETWORK: 'local' }, 'TRON_NETWORK'],
  ['plain http', { PUBLIC_URL: 'http://wallet.example' }, 'PUBLIC_URL'],
  ['the inbox for text messages', { SMS_WEBHOOK_URL: '' }, 'SMS_WEBHOOK_URL'],
  ['nobody to ask for help', { SUPPORT_EMAIL: '' }, 'SUPPORT_EMAIL'],
  ['nobody to complain to', { COMPLAINTS_EMAIL: '' }, 'COMPLAINTS_EMAIL'],
  ['no day by which a complaint is answered', { COMPLAINT_ANSWER_DAYS: '' }, 'COMPLAINT_ANSWER_DAYS'],
])('X02 production refuses %s', (_, change, name) => {
  expect(faultsOf({ ...production, ...change }).join()).toContain(name);
});

const addresses = [
  'PUSH_SERVICES',
  'TRON_NODE_URLS',
  'TRON_SOLIDITY_URLS',
  'SMS_WEBHOOK_URL',
  'TWILIO_URL',
  'SMS_FALLBACK_WEBHOOK_URL',
  'SMS_FALLBACK_TWILIO_URL',
  'S3_ENDPOINT',
  'RATES_URL',
  'PUBLIC_URL',
  'CONSOLE_URL',
];
test.each(addresses)('X08 production asks nobody in the clear but its own machine: %s', (name) => {
  const given = { ...production, [name]: 'http://10.0.0.7:8090' };
  expect(faultsOf(given).filter((fault) => fault.startsWith(name))).toHaveLength(1);
  if (name === 'PUBLIC_URL' || name === 'CONSOLE_URL') return;
  expect(faultsOf({ ...given, [name]: 'http://127.0.0.1:8090' })).toEqual([]);
});

test.each([
  ['wss://relay.example', []],
  ['ws://127.0.0.1:4331', []],
  ['ws://relay.example', ['WALLET_CONNECTION_RELAY']],
  ['https://relay.example', ['WALLET_CONNECTION_RELAY']],
  ['ws://127.0.0.1.relay.example', ['WALLET_CONNECTION_RELAY']],
])('X08 a relay is asked in the clear only on this machine: %s', (relay, faulty) => {
  const given = { WALLET_CONNECTION_RELAY: relay, WALLET_CONNECTION_PROJECT_ID: 'project' };
  expect(faultsOf(given).map((fault) => fault.split(' ')[0]?.replace(':', ''))).toEqual(faulty);
  expect(faultsOf({ ...production, ...given })).toHaveLength(faulty.length);
});

test('O08 production refuses a console on the host of the wallet, whichever port and path it has', () => {
  const given = { ...production, PUBLIC_URL: 'https://wallet.example.com' };
  for (const url of ['https://wallet.example.com', 'https://wallet.example.com:8443', 'https://WALLET.example.com'])
    expect([url, faultsOf({ ...given, CONSOLE_URL: url }).join()]).toEqual([
      url,
      expect.stringContaining('CONSOLE_URL'),
    ]);
  expect(faultsOf({ ...given, CONSOLE_URL: 'https://console.example.com' })).toEqual([]);
});

test('a relay on another machine is not used without a project id', () => {
  expect(faultsOf({ WALLET_CONNECTION_RELAY: 'wss://relay.example' }).join()).toContain('WALLET_CONNECTION_PROJECT_ID');
});

test('production has no relay unless one is named', () => {
  expect(walletConnectionRelay(loadConfig(production))).toBeUndefined();
  expect(walletConnectionRelay(loadConfig({}))).toBe('ws://127.0.0.1:4331');
  expect(walletConnectionRelay(loadConfig({ WALLET_CONNECTION_RELAY: 'ws://localhost:9' }))).toBe('ws://localhost:9');
});

test('X08 nobody on the way changes a price of production', () => {
  const given = { ...production, PRICE_TICKER_TRX_2: 'http://ticker.example.com/TRX /price' };
  expect(faultsOf(given).join()).toContain('PRICE_TICKER_TRX_2');
});

test('X08 the settings that take an address over http are those of the test above', () => {
  const takesHttp = Object.entries(settings).flatMap(([name, { schema }]) => {
    const takes = (value: string): boolean => schema.safeParse(value).success;
    return takes('http://10.0.0.7:8090') && !takes('not an address') ? [name] : [];
  });
  // Those of pushes are read by a rule of their own.
  expect([...takesHttp, 'PUSH_SERVICES'].toSorted()).toEqual(addresses.toSorted());
});

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=require', false],
  ['?sslmode=no-verify', false],
  ['?sslmode=verify-full', true],
])('X08 production reaches a database on another machine only where it shows who it is: %j', (query, isAllowed) => {
  const faults = faultsOf({ ...production, DATABASE_URL: `postgres://db.example:5432/tern${query}` });
  expect(faults.length === 0).toBe(isAllowed);
  expect(faultsOf({ ...production, DATABASE_URL: 'postgres://127.0.0.1:5432/tern' })).toEqual([]);
  const past = faultsOf({ ...production, DATABASE_SESSION_URL: `postgres://db.example:5433/tern${query}` });
  expect(past.length === 0).toBe(isAllowed);
});

// The driver connects to what stands on the right of each; whoever reads the address otherwise means another machine.
test.each([
  ['postgresql:///tern?host=db.internal', 'db.internal'],
  ['postgresql://tern_api@named.example/tern?host=db.internal&port=6432', 'db.internal:6432'],
  ['postgresql://localhost/tern?host=db.internal', 'db.internal'],
  ['postgresql://tern_api@db.internal/tern?port=6432', 'db.internal:6432'],
  ['postgresql://tern_api@D%42.internal/tern', 'DB.internal'],
  ['postgresql://tern_api@bücher.internal/tern', 'bücher.internal'],
  ['postgresql:///tern?host=/run/a&host=db.internal', 'db.internal'],
])('X08 X09 an address that names its database twice or in code is refused: %s', (DATABASE_URL) => {
  expect(faultsOf({ DATABASE_URL }).join()).toMatch(/^DATABASE_URL.*before the name of the database/);
});

test('X09 a database is reached by a socket of the machine too', () => {
  expect(faultsOf({ DATABASE_URL: 'postgresql:///tern?host=/run/postgresql' })).toEqual([]);
});
