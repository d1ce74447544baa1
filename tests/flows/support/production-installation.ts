import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { systemClock } from '@tern/base/clock';
import { environmentFor } from '@tern/installation/environment';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { freePorts } from '@tern/testkit/system/free-ports';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { createSeedAtTerminal } from '../../../packages/signer/src/create-seed.ts';
import { copyist } from '../../../packages/signer/src/testing/ceremony-fixture.ts';
import { generate } from '../../../tools/launch/production/generate.ts';
import { visitSignerPage } from './page-visit.ts';
import type { RunningChain } from './run-beside.ts';

export type Settings = Readonly<Record<string, string>>;

/** What docs/operations/networks.md asks of a rehearsal, word for word, but for what depends on the machine. */
const rehearsal = {
  TRUSTED_PROXY_HOPS: '1',
  BONUS_AMOUNT: '0',
  HOT_MIN_USDT: '200',
  HOT_MIN_TRX: '400',
  HOT_MIN_REWARD: '2000',
  FEE_ACCOUNT_MIN_TRX: '50',
  SWEEP_FROM_USDT: '20',
  REVIEW_FROM: '10',
  SECOND_OPERATOR_FROM: '20',
};

/**
 * Settings and secrets of a production installation in an empty folder, as `npm run production -- generate` makes them: its
 * `.env` is filled in and read back.
 */
export async function generateSettings(
  folder: string,
  chain: RunningChain,
  inbox: { readonly smtpPort: number; readonly httpPort: number },
): Promise<Settings> {
  const [web, consolePort, database, health, metrics, consoleMetrics] = await freePorts(6);
  const dataDir = join(folder, 'data');
  generate(folder, { DATA_DIR: dataDir });
  const filledIn: Settings = {
    PRODUCT_NAME: 'Albatross',
    PRODUCT_TOKEN: 'ALB',
    PUBLIC_URL: 'https://wallet.example.com',
    CONSOLE_URL: 'https://console.example.com',
    TRON_NETWORK: 'private',
    TRON_PRIVATE_GENESIS_ID: chain.genesisId,
    TRON_PRIVATE_NAME: 'Rehearsal',
    TRON_NODE_URLS: chain.url,
    TRON_SOLIDITY_URLS: chain.solidityUrl,
    USDT_CONTRACT: chain.usdt,
    REWARD_CONTRACT: chain.reward,
    TREASURY_SOURCES: chain.faucet,
    SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
    SMS_WEBHOOK_URL: `http://127.0.0.1:${inbox.httpPort}/sms`,
    MAIL_FROM: 'wallet@example.com',
    SUPPORT_EMAIL: 'support@example.com',
    COMPLAINTS_EMAIL: 'complaints@example.com',
    COMPLAINT_ANSWER_DAYS: '15',
    PRICE_TRX_USDT: '0.31',
    PRICE_REWARD_USDT: '0.12',
    ...rehearsal,
    DATA_DIR: dataDir,
    SIGNER_SOCKET: join(dataDir, 'signer.sock'),
    WEB_PORT: String(web),
    CONSOLE_PORT: String(consolePort),
    DATABASE_PORT: String(database),
    WORKER_HEALTH_PORT: String(health),
    API_METRICS_PORT: String(metrics),
    CONSOLE_METRICS_PORT: String(consoleMetrics),
  };
  const file = join(folder, '.env');
  writeFileSync(file, fillIn(readFileSync(file, 'utf8'), filledIn));
  return parseEnv(readFileSync(file, 'utf8')) as Settings;
}

/** Takes the # away from the lines that have a value now, and adds those that are not there. */
function fillIn(template: string, values: Settings): string {
  const left = new Map(Object.entries(values));
  const lines = template.split('\n').map((line) => {
    const name = /^#([A-Z_]+)=$/.exec(line)?.[1] ?? '';
    const value = left.get(name);
    left.delete(name);
    return value === undefined ? line : `${name}=${value}`;
  });
  return [...lines, ...[...left].map(([name, value]) => `${name}=${value}`), ''].join('\n');
}

/** The seed at the terminal, two security keys on the signer's page and the limits of the rehearsal. Returns the hot wallet. */
export async function holdCeremony(settings: Settings): Promise<string> {
  const { DATA_DIR: dataDir = '' } = settings;
  const secretsDir = join(dataDir, 'secrets');
  const passphrase = readFileSync(join(secretsDir, 'signer-passphrase'), 'utf8').trim();
  const place = { directory: join(dataDir, 'signer'), passphrase };
  const hotAddress = (await createSeedAtTerminal(place, copyist(), systemClock)) ?? '';
  const [port = 0] = await freePorts(1);
  const given = { PATH: process.env['PATH'], ...settings };
  const page = await visitSignerPage(environmentFor('signer', given, secretsDir, { DATA_DIR: dataDir }), port);
  try {
    const origin = `http://localhost:${port}`;
    const keys = ['Anna', 'Ben'].map((operator) => createAuthenticator({ operator, rpId: 'localhost', origin }));
    await page.begin(keys, {
      limits: {
        usdt: { perOrder: '30', perDay: '500' },
        trx: { perOrder: '500', perDay: '2000' },
        reward: { perOrder: '5000', perDay: '20000' },
      },
      feeLimit: '100',
      cold: freshAddress(),
    });
  } finally {
    await page.leave();
  }
  return hotAddress;
}
