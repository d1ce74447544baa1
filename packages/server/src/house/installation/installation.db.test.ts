import { manualClock } from '@tern/base/clock';
import { openDatabase } from '@tern/db/database';
import { units } from '@tern/money/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDepositWorld, type DepositWorld } from '../../money/deposits/testing/deposit-world.ts';
import { findNetwork } from './find-network.ts';
import { getHealth } from './get-health.ts';
import { getInstallation, type InstallationSettings } from './get-installation.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(() => world.database.drop());

const clock = manualClock(new Date('2026-01-02T03:04:05Z'));
const healthOf = (db = world.database.asApi) =>
  getHealth({ db, clock, version: '2.0.1', stallLimits: { stallMs: 60_000, solidLagMax: 100 } });

const installation: InstallationSettings = {
  product: { name: 'Albatross', token: 'ALB' },
  version: '2.0.1',
  build: null,
  profile: 'test',
  network: { id: 'local', confirmations: 19, arrivalSeconds: 57, explorerUrl: null, name: null, nodes: 1 },
  tabs: ['home', 'my'],
  assets: [],
  activation: { minimum: units(10_000_000n), bonus: units(20n * 10n ** 18n) },
  incentives: { closedCountries: ['GB'], correctionMinutes: 60 },
  support: {
    email: 'help@wallet.example',
    complaintsEmail: 'complaints@wallet.example',
    answerDays: 15,
    nextBody: { name: 'Financial Ombudsman', url: null },
  },
  development: { faucet: true, inbox: true },
};

test('health names the head, the irreversible and the credited block, and what does not answer', async () => {
  expect(await healthOf()).toMatchObject({ ok: false, database: { ok: true }, chain: { ok: false, headBlock: null } });
  world.chain.mineEmpty(30);
  await world.watch();
  await world.catchUp();
  expect(await healthOf()).toMatchObject({
    ok: true,
    time: '2026-01-02T03:04:05.000Z',
    chain: { ok: true, headBlock: 30, solidBlock: 11, creditedBlock: 11 },
  });
  await world.database.db.pool.query("UPDATE chain_heads SET solid_moved_at = now() - interval '2 minutes'");
  expect(await healthOf()).toMatchObject({ ok: false, chain: { ok: false } });
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'away' });
  expect(await healthOf(away)).toMatchObject({ ok: false, database: { ok: false }, chain: { creditedBlock: null } });
  await away.close();
});

test('the installation says that the bonus has ended while its account cannot pay', async () => {
  const open = async () => (await getInstallation({ db: world.database.asApi, installation })).activation.promotionOpen;
  expect(await open()).toBe(false);
  await world.fundBonuses(20n * 10n ** 18n);
  expect(await open()).toBe(true);
  expect(await getInstallation({ db: world.database.asApi, installation })).toMatchObject({
    currencyUnit: 'USDT',
    activation: { minimum: '10000000', minimumAssetId: 'usdt', bonus: '20000000000000000000', bonusAssetId: 'reward' },
  });
});

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
test('contracts come from the settings, or are known, or are missed by name', async () => {
  const input = {
    devchainUrl: 'http://127.0.0.1:1',
    usdtContract: undefined,
    rewardContract: usdt,
  };
  expect(await findNetwork({ ...input, network: 'mainnet' })).toEqual({
    contracts: { usdt, reward: usdt },
    explorerUrl: 'https://tronscan.org',
  });
  const ownNetwork = { ...input, network: 'private', usdtContract: usdt } as const;
  expect(await findNetwork(ownNetwork)).toMatchObject({ explorerUrl: null });
  expect(await findNetwork({ ...ownNetwork, privateExplorerUrl: 'https://scan.example/' })).toMatchObject({
    explorerUrl: 'https://scan.example',
  });
  await expect(findNetwork({ ...ownNetwork, usdtContract: undefined })).rejects.toThrow('contracts of private');
  await expect(findNetwork({ ...input, network: 'nile' })).rejects.toThrow('contracts of nile');
  await expect(findNetwork({ ...input, network: 'mainnet', rewardContract: undefined })).rejects.toThrow('mainnet');
});
