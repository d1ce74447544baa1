import { expect, test } from 'vitest';
import { egressOf } from './egress-of.ts';
import { loadConfig } from './load-config.ts';
import { settings } from './settings.ts';

const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const processes = ['api', 'console', 'worker'] as const;
const destinations = (env: Readonly<Record<string, string>>, process: (typeof processes)[number] | 'signer') =>
  egressOf(loadConfig(env), process).map(({ host, port }) => `${host}:${port}`);

/** Settings with an address under which people or operators come to us, or which is only shown. */
const neverAsked = ['PUBLIC_URL', 'CONSOLE_URL', 'COMPLAINTS_BODY_URL', 'TRON_PRIVATE_EXPLORER_URL'];
/** What makes the address of a setting be asked at all. */
const withIt: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TWILIO_URL: { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_FROM: '+15005550006' },
  SMS_FALLBACK_WEBHOOK_URL: { SMS_FALLBACK_PROVIDER: 'webhook' },
  SMS_FALLBACK_TWILIO_URL: {
    SMS_FALLBACK_PROVIDER: 'twilio',
    SMS_FALLBACK_TWILIO_ACCOUNT_SID: 'AC2',
    SMS_FALLBACK_TWILIO_FROM: '+15005550009',
  },
  WALLET_CONNECTION_RELAY: { WALLET_CONNECTION_PROJECT_ID: 'p' },
  COMPLAINTS_BODY_URL: { COMPLAINTS_BODY: 'The ombudsman' },
};
const shapes = [
  'https://far.example:4443',
  'smtp://far.example:4443',
  'postgres://far.example:4443/a',
  'wss://far.example:4443',
];
const addresses = Object.entries(settings).flatMap(([name, { schema }]) => {
  const shape = [...shapes, 'https://far.example:4443/p /price'].find((each) => schema.safeParse(each).success);
  return shape === undefined || schema.safeParse('any text').success ? [] : [{ name, shape }];
});

test('X09 every setting that takes an address is known here', () => {
  expect(addresses.length).toBeGreaterThan(10);
  expect(addresses.map(({ name }) => name)).toEqual(expect.arrayContaining([...neverAsked, 'RATES_URL', 'SMTP_URL']));
});

test.each(addresses)('X09 $name opens the way to its address for a process that asks it', ({ name, shape }) => {
  const env = { ...withIt[name], [name]: shape };
  const open = processes.filter((process) => destinations(env, process).includes('far.example:4443'));
  if (neverAsked.includes(name)) expect(open).toEqual([]);
  else expect(open).toContain('worker');
});

test('X09 ports that an address leaves out are those of its protocol', () => {
  const env = {
    RATES_URL: 'https://rates.example/x',
    SMTP_URL: 'smtp://mail.example',
    DATABASE_URL: 'postgresql://tern_worker@[fd00::7]/tern',
    PUSH_SERVICES: 'https://*.push.example',
  };
  expect(destinations(env, 'worker')).toEqual(
    expect.arrayContaining(['rates.example:443', 'mail.example:587', 'fd00::7:5432', '*.push.example:443']),
  );
  expect(destinations({ SMTP_URL: 'smtps://mail.example' }, 'worker')).toContain('mail.example:465');
});

test('W19 push services and receivers of webhooks are reached at public addresses alone, but for this machine itself', () => {
  const config = loadConfig({
    TERN_PROFILE: 'test',
    PUSH_SERVICES: 'https://*.push.example',
    WEBHOOK_HOSTS: 'https://hooks.example,http://127.0.0.1:9000',
  });
  expect(egressOf(config, 'worker')).toEqual(
    expect.arrayContaining([
      { host: '*.push.example', port: 443, publicOnly: true },
      { host: 'hooks.example', port: 443, publicOnly: true },
      { host: '127.0.0.1', port: 9000 },
    ]),
  );
  expect(egressOf(config, 'console').map(({ host }) => host)).not.toContain('hooks.example');
});

test.each(['api', 'worker'] as const)(
  'W19 the %s reaches a screening service at public addresses alone, but for this machine',
  (process) => {
    const reached = (url: string) => egressOf(loadConfig({ TERN_PROFILE: 'test', SCREENING_URL: url }), process);
    expect(reached('https://screening.example/ask')).toContainEqual({
      host: 'screening.example',
      port: 443,
      publicOnly: true,
    });
    expect(reached('http://127.0.0.1:9001/ask')).toContainEqual({ host: '127.0.0.1', port: 9001 });
    for (const url of [
      'http://screening.example/ask',
      'https://user@screening.example/',
      'https://screening.example/#a',
      'https://10.0.0.5/ask',
      'https://[fd00::5]/ask',
    ])
      expect(() => reached(url)).toThrow('SCREENING_URL');
  },
);

test('X09 the api and the console reach neither mail nor text messages nor prices, and the signer nobody on a real network', () => {
  const env = {
    SMTP_URL: 'smtp://mail.example',
    RATES_URL: 'https://rates.example',
    SMS_WEBHOOK_URL: 'https://sms.example',
  };
  for (const process of ['api', 'console'] as const)
    expect(destinations(env, process).join()).not.toMatch(/mail|rates|sms/);
  expect(destinations({ TRON_NETWORK: 'nile', USDT_CONTRACT: contract, REWARD_CONTRACT: contract }, 'signer')).toEqual(
    [],
  );
});

const withNile = { TRON_NETWORK: 'nile', USDT_CONTRACT: contract, REWARD_CONTRACT: contract };

test('X09 the worker may reach its signer, and a signer its standby, and neither anything else of the two', () => {
  const pin = 'A'.repeat(43);
  const env = {
    SIGNER_ADDRESS: '[fd00::7]:4340',
    SIGNER_PINS: pin,
    SIGNER_STANDBY: 'b.example:4341',
    SIGNER_STANDBY_PINS: pin,
  };
  expect(destinations(env, 'worker')).toContain('fd00::7:4340');
  expect(destinations(env, 'worker')).not.toContain('b.example:4341');
  expect(destinations({ ...env, ...withNile }, 'signer')).toEqual(['b.example:4341']);
  for (const process of ['api', 'console'] as const)
    expect(destinations(env, process)).not.toEqual(expect.arrayContaining(['fd00::7:4340']));
});
