import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { mineUntil, type ChainInfo } from '@tern/testkit/system/chain-control';
import { freePorts } from '@tern/testkit/system/free-ports';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import type { SignerPlace } from '@tern/testkit/system/signer-place';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeedAtTerminal } from '../../packages/signer/src/create-seed.ts';
import { copyist } from '../../packages/signer/src/testing/ceremony-fixture.ts';
import { signerCommand, visitSignerPage } from './support/page-visit.ts';

// Goal: from an empty installation whose signer has the rules of production to the first paid withdrawal, with nothing that
// a person could not do. Method: the whole system; the signer runs in the production profile after a ceremony through its own
// commands and its page, and the local chain stands in for a private network, which api and worker follow as one too, by its
// first block. They have the test profile, because mails have to be read; the browser's part of the page is in
// tests/e2e/ceremony.e2e.ts.
const usdt = 1_000_000n;
const cold = freshAddress();

let system: System;
let ana: Person;
let hotAddress = '';
let record = '';
let env: Readonly<Record<string, string>> = {};
let network: Readonly<Record<string, string>> = {};
let keys: readonly ReturnType<typeof createAuthenticator>[] = [];
let port = 0;

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  keys = ['Anna', 'Ben'].map((operator) => createAuthenticator({ operator, rpId: 'localhost', origin }));
  system = await startSystem({ blocks: 'on-demand', prepareSigner: holdCeremony });
  for (const name of ['api', 'worker'] as const) {
    await system.processes.stop(name);
    await system.processes.start(name, network);
  }
  ana = await system.register('email');
  await ana.setFactors();
});
afterAll(() => system.stop());

async function holdCeremony(place: SignerPlace): Promise<Readonly<Record<string, string>>> {
  network = privateNetwork(place, await place.chain.info());
  const production = { ...network, ...productionSettings };
  env = { ...place.env, ...production };
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [signerCommand, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(run('page').stderr).toContain('create-seed');
  hotAddress = (await createSeedAtTerminal(place, copyist(), systemClock)) ?? '';
  const page = await visitSignerPage(env, port);
  const limit = { perOrder: '1000', perDay: '5000' };
  await page.begin(keys, { limits: { usdt: limit, trx: limit, reward: limit }, feeLimit: '200', cold });
  await page.leave();
  record = join(place.directory, '..', 'record.json');
  const written = run('record', record);
  expect(written.status, written.stderr).toBe(0);
  return production;
}

function privateNetwork({ env: given, chain }: SignerPlace, { genesisId }: ChainInfo): Record<string, string> {
  return {
    TRON_NETWORK: 'private',
    TRON_PRIVATE_GENESIS_ID: genesisId,
    TRON_PRIVATE_NAME: 'Rehearsal',
    TRON_NODE_URLS: chain.hosts.fullNode,
    TRON_SOLIDITY_URLS: chain.hosts.solidityNode,
    USDT_CONTRACT: given['USDT_CONTRACT'] ?? '',
    REWARD_CONTRACT: given['REWARD_CONTRACT'] ?? '',
  };
}

/** What production asks of the settings besides. The signer uses the network, the contracts and its own files of it. */
const productionSettings = {
  TERN_PROFILE: 'production',
  PRODUCT_NAME: 'Wallet',
  PRODUCT_TOKEN: 'TOK',
  PUBLIC_URL: 'https://wallet.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  SMS_WEBHOOK_URL: 'https://sms.example.com',
  MAIL_FROM: 'wallet@example.com',
  SUPPORT_EMAIL: 'help@example.com',
  COMPLAINTS_EMAIL: 'complaints@example.com',
  COMPLAINT_ANSWER_DAYS: '15',
  PRICE_TRX_USDT: '0.3',
  PRICE_REWARD_USDT: '0.1',
};

test('O01 the record of the ceremony verifies with nothing but the file', () => {
  const verified = spawnSync(process.execPath, [signerCommand, 'verify-record', record], { env: {}, encoding: 'utf8' });
  expect(verified.stderr).toBe('');
  for (const text of [
    `Signer (hot wallet): ${hotAddress}`,
    'signed by Anna, Ben; network private',
    'Wanda Witness',
    cold,
  ])
    expect(verified.stdout).toContain(text);
  expect(system.hotAddress).toBe(hotAddress);
});

test('K06 the first deposit is credited and the first withdrawal is paid, within the limits of the ceremony', async () => {
  await system.chain.give(ana.wallet.address, 'usdt', 5_000n * usdt);
  await mineUntil(system.chain, 'the deposit', async () => (await ana.available('usdt')) === 5_000n * usdt);
  const to = freshAddress();
  const sent = await ana.send({ to, assetId: 'usdt', amount: '50' });
  await mineUntil(system.chain, 'the payment', async () => (await ana.record(sent.id)).status === 'success');
  expect(await solidBalance(system, to, 'usdt')).toBe(50n * usdt);
  expect(await system.findContradictions()).toEqual([]);
});

test('K06 O05 above them it waits, until both operators have signed it on the page of the running signer', async () => {
  const to = freshAddress();
  const sent = await ana.send({ to, assetId: 'usdt', amount: '1500' });
  const page = await visitSignerPage(env, port);
  try {
    const waiting = await mineUntil(system.chain, 'the question', async () =>
      (await page.call('state')).pending.find(({ statement }) => statement.includes(to)),
    );
    expect(waiting).toMatchObject({ kind: 'order', given: 0, needed: 2 });
    expect(await page.call('state')).toMatchObject({ mode: 'running', signer: hotAddress });
    await page.sign(...keys);
  } finally {
    await page.leave();
  }
  await mineUntil(system.chain, 'the payment', async () => {
    await system.skipWaits();
    return (await ana.record(sent.id)).status === 'success';
  });
  expect(await solidBalance(system, to, 'usdt')).toBe(1_500n * usdt);
});
