import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { explain } from './explain.ts';
import { findNotes } from './find-notes.ts';
import { findProxyFault } from './find-proxy-fault.ts';
import { findStrangers } from './find-strangers.ts';
import { judgeSettings } from './judge-settings.ts';
import { loadConfig } from './load-config.ts';
import { renderEnvTemplate } from './render-env-template.ts';
import { secrets } from './secrets.ts';
import { settingExamples } from './setting-examples.ts';
import type { Setting } from './setting.ts';
import { settingGroups, settings } from './settings.ts';

const filledIn = parseEnv(
  renderEnvTemplate().replaceAll(/^#([A-Z_]+)=$/gm, (_, name: string) => `${name}=${explain(name)?.example ?? ''}`),
);

test('X02 what is missing, malformed and contradictory is said in one go', () => {
  const judged = judgeSettings({
    TERN_PROFILE: 'production',
    TRON_NETWORK: 'nile',
    WEB_PORT: '0x10',
    REVIEW_FROM: '12000',
    PICTURE_STORE: 's3',
  });
  const names = (faults: readonly { name: string }[]) => faults.map(({ name }) => name);
  expect(names(judged.malformed)).toEqual(['WEB_PORT']);
  expect(names(judged.missing)).toContain('PUBLIC_URL');
  expect(names(judged.contradictory)).toEqual([
    'SECOND_OPERATOR_FROM',
    'USDT_CONTRACT',
    'REWARD_CONTRACT',
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'SMS_WEBHOOK_URL',
  ]);
});

test('while no network is chosen, what each demands is said', () => {
  const { contradictory } = judgeSettings({ TERN_PROFILE: 'production' });
  expect(contradictory).toContainEqual({
    name: 'USDT_CONTRACT',
    message: expect.stringContaining('where TRON_NETWORK is nile') as string,
  });
  expect(contradictory).toContainEqual({
    name: 'REWARD_CONTRACT',
    message: expect.stringMatching(/is mainnet; .* is nile/) as string,
  });
});

test('a malformed setting is named once: its default contradicts nothing', () => {
  const { malformed, contradictory } = judgeSettings({ ACTIVATION_MINIMUM: 'ten', WITHDRAWAL_MIN_USDT: '50' });
  expect(malformed).toHaveLength(1);
  expect(contradictory).toEqual([]);
});

test('a file made from the template lacks nothing but the contracts, which nobody can give an example of', () => {
  const { malformed, missing, contradictory } = judgeSettings(filledIn);
  expect([malformed, missing]).toEqual([[], []]);
  expect(contradictory.map(({ name }) => name)).toEqual(['USDT_CONTRACT', 'REWARD_CONTRACT']);
});

test('every example is allowed, and every setting without a default has one or a form that says enough', () => {
  for (const [name, example] of Object.entries(settingExamples)) {
    const { schema }: Setting<unknown> = settings[name as keyof typeof settings];
    expect(schema.safeParse(example).success, name).toBe(true);
  }
  for (const [group, each] of Object.entries(settingGroups)) {
    // A contract of one network is the wrong one on any other.
    if (group === 'Tron network') continue;
    for (const name of Object.keys(each)) {
      if (name.startsWith('PRICE_PAIR_')) continue;
      expect(explain(name)?.example, name).toBeDefined();
    }
  }
  for (const name of [...Object.keys(settings), ...Object.keys(secrets)])
    expect(explain(name)?.form, name).not.toBe('');
  expect(explain('NOTHING')).toBeUndefined();
});

test('lines that nothing reads are named, and a secret among them is sent to its file without its value', () => {
  const found = findStrangers({ PUBLIC_ULR: 'x', SESSION_KEY: 'hunter2', SESSION_KEY_FILE: '/run/key', WEB_PORT: '1' });
  expect(found.map(({ name }) => name)).toEqual(['PUBLIC_ULR', 'SESSION_KEY']);
  expect(found[1]?.message).toContain('session-key');
  expect(JSON.stringify(found)).not.toContain('hunter2');
});

const ticker = 'https://ticker.example.com/x /price';

test('swaps that no source can open are told of', () => {
  expect(findNotes(loadConfig({})).join()).toContain('PRICE_SOURCES_TRX asks for 2');
  expect(findNotes(loadConfig({ PRICE_TICKER_TRX: ticker, RATES_URL: 'https://r.example' })).join()).not.toMatch(
    /PRICE_SOURCES|RATES_URL/,
  );
});

test.each([
  [{}, 'The settings name no live source of the price of TRX.'],
  [{ PRICE_TICKER_TRX: ticker }, 'The settings name only one live source of the price of TRX.'],
  [
    { PRICE_TICKER_TRX: ticker, PRICE_TICKER_TRX_2: ticker },
    'The settings name only 2 live sources of the price of TRX.',
  ],
])('mainnet with too few live prices of TRX is told how many there are (%#)', (tickers, sentence) => {
  const notes = findNotes({ ...loadConfig(tickers), tronNetwork: 'mainnet' });
  expect(notes.filter((note) => note.includes('live source'))).toEqual([
    `${sentence} With three, one can fail or be wrong.`,
  ]);
});

test('one node alone and no address that the house pays in from are told of', () => {
  const one = { ...loadConfig({}), tronNetwork: 'nile', tronNodeUrls: ['https://one.example'] } as const;
  expect(findNotes(one).join(' ')).toMatch(/TREASURY_SOURCES names no address.*TRON_NODE_URLS names one node/);
  const source = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const two = { ...one, tronNodeUrls: ['https://one.example', 'https://two.example'], treasurySources: [source] };
  expect(findNotes(two).join(' ')).not.toMatch(/TREASURY_SOURCES|TRON_NODE_URLS/);
});

test('a proxy in front whose address would be everybody’s is told of', () => {
  const production = { ...loadConfig({}), ternProfile: 'production', publicUrl: 'https://wallet.example' } as const;
  const [fault, ...others] = findProxyFault(production);
  expect([fault?.name, others]).toEqual(['TRUSTED_PROXY_HOPS', []]);
  for (const webHost of ['localhost', '::1', '127.0.0.2'])
    expect(findProxyFault({ ...production, webHost })).toHaveLength(1);
  for (const change of [
    { trustedProxyHops: 1 },
    { webHost: '0.0.0.0' },
    { publicUrl: 'http://wallet.example' },
    { publicUrl: undefined },
    { ternProfile: 'development' },
  ] as const)
    expect(findProxyFault({ ...production, ...change })).toEqual([]);
});

test('a second provider of text messages needs its own settings, and is not the first one again', () => {
  const first = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_FROM: '+15005550006' };
  const faultsWith = (second: Readonly<Record<string, string>>) =>
    judgeSettings({ ...first, ...second }).contradictory.map(({ name }) => name);
  expect(faultsWith({ SMS_FALLBACK_PROVIDER: 'webhook' })).toEqual(['SMS_FALLBACK_WEBHOOK_URL']);
  expect(faultsWith({ SMS_FALLBACK_PROVIDER: 'twilio' })).toEqual([
    'SMS_FALLBACK_TWILIO_ACCOUNT_SID',
    'SMS_FALLBACK_TWILIO_FROM',
  ]);
  const again = { SMS_FALLBACK_TWILIO_ACCOUNT_SID: 'AC1', SMS_FALLBACK_TWILIO_FROM: '+15005550009' };
  expect(faultsWith({ SMS_FALLBACK_PROVIDER: 'twilio', ...again })).toEqual(['SMS_FALLBACK_PROVIDER']);
  const other = { ...again, SMS_FALLBACK_TWILIO_ACCOUNT_SID: 'AC2' };
  expect(faultsWith({ SMS_FALLBACK_PROVIDER: 'twilio', ...other })).toEqual([]);
});
