import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { authenticatorStep } from '@tern/testkit/system/authenticator-code';
import { freePorts } from '@tern/testkit/system/free-ports';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import { registerPerson } from '@tern/testkit/system/person';
import { until } from '@tern/testkit/system/until';
import { startS3Server } from '../../packages/object-store/src/testing/s3-server.ts';
import type { Engine } from '../../tools/images/engine.ts';
import { generateSettings, holdCeremony } from '../flows/support/production-installation.ts';
import { makeInstallationFolder, runInbox, runStockNode } from '../flows/support/run-beside.ts';
import { openCompose, processNames, type Compose } from './compose.ts';
import { openGateway, openNamedGateway, openSite, type Closable } from './gateway.ts';
import { lookAtProxy } from './look-at-proxy.ts';
import { lookInside, readStartSeconds, stopInOrder, tryCommands } from './look-inside.ts';
import { giveTo, hosts, makeIdentity, owners, prepareFiles, type Files } from './prepare-files.ts';

export type RehearsalPlan = {
  readonly engine: Engine;
  readonly root: string;
  readonly image: string;
  /** With PostgreSQL and HAProxy in it. */
  readonly servicesImage: string;
  readonly progress: (line: string) => void;
};

export type Rehearsal = {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly violations: readonly string[];
};

type End = () => Promise<unknown> | void;

const slowMs = 120_000;
const usdt = 1_000_000n;
const trx = 1_000_000n;
const rewardToken = 10n ** 18n;

/** Brings deploy/compose.yaml up in the production profile, uses it as people do, and looks at what runs. */
export async function rehearse(plan: RehearsalPlan): Promise<Rehearsal> {
  const ends: End[] = [];
  try {
    return await bringUp(plan, ends);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function bringUp(plan: RehearsalPlan, ends: End[]): Promise<Rehearsal> {
  const { engine, root, image, servicesImage, progress } = plan;
  const folder = await makeInstallationFolder();
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const around = await openSurroundings(engine, folder, ends);
  const databaseUser = Number(
    engine.run('podman', 'run', '--rm', '--network', 'none', '--entrypoint', 'id', servicesImage, '-u', 'postgres'),
  );
  const { settings, outside } = around;
  const files = prepareFiles({ engine, image, folder, settings, outside, databaseUser });
  const [http = 0, https = 0, secondHttp, secondHttps] = await freePorts(4);
  const compose = openCompose(engine, root, {
    project: `rehearsal${randomBytes(3).toString('hex')}`,
    env: {
      WALLET_IMAGE: image,
      DATABASE_IMAGE: servicesImage,
      PROXY_IMAGE: servicesImage,
      WALLET_FILES: files.files,
      WALLET_DATA: files.data,
      WALLET_HOST: hosts.wallet,
      CONSOLE_HOST: hosts.console,
      HTTP_PORT: String(http),
      HTTPS_PORT: String(https),
      SECOND_HTTP_PORT: String(secondHttp),
      SECOND_HTTPS_PORT: String(secondHttps),
    },
  });
  ends.push(compose.down);
  try {
    return await useAll({ ...plan, ...around, compose, files, http, https, ends });
  } catch (error) {
    for (const name of [...processNames, 'proxy', 'database']) progress(`${name} said:\n${compose.logsOf(name)}`);
    throw error;
  }
}

type Stage = RehearsalPlan &
  Surroundings & {
    readonly compose: Compose;
    readonly files: Files;
    readonly http: number;
    readonly https: number;
    readonly ends: End[];
  };

async function useAll(stage: Stage): Promise<Rehearsal> {
  const { engine, compose, files, http, https, ends, progress } = stage;
  const figures: Record<string, number | string> = { ...(await startAll(compose, files, progress)) };
  const site = await openSite({ host: hosts.wallet, port: https, ca: files.proxy.cert });
  ends.push(site.close);
  await until('the wallet behind the proxy', () => isHealthy(site), slowMs);
  progress('the wallet answers behind the proxy');
  const violations = [...lookInside(engine, compose)];
  violations.push(...(await lookAtProxy({ compose, engine, files, http, https })));
  progress(`inside and at the proxy: ${violations.length} violations`);
  await until(
    'the worker at its signer',
    async () => {
      const steps = await compose.command('worker-1', 'operator', 'first-steps');
      if (steps.includes('✓ The worker has reached the signer')) return true;
      progress(steps);
      return false;
    },
    slowMs,
  );
  violations.push(...(await tryCommands(compose)));
  violations.push(...(await useIt({ ...stage, site })));
  // Each by itself, beside the others that run.
  for (const name of ['worker-2', 'worker-1', 'worker-2', 'api-3'] as const) {
    await engine.runLong(`Starting ${name} again`, 'podman', 'restart', '--time', '60', compose.containerOf(name));
    figures[`start-${name}`] = await readStartSeconds(compose, engine, name);
  }
  violations.push(...(await stopInOrder(compose, engine, site)));
  return { figures, violations };
}

type Surroundings = Awaited<ReturnType<typeof openSurroundings>>;

/** The chain, mail and pictures on this machine, with TLS in front; settings and secrets; and the ceremony. */
async function openSurroundings(engine: Engine, folder: string, ends: End[]) {
  const chain = await runStockNode(400);
  ends.push(chain.stop);
  await chain.control.clearFaults();
  const mail = await runInbox(folder);
  ends.push(mail.stop);
  const pictureKey = { accessKeyId: 'wallet', secretKey: randomBytes(18).toString('hex'), region: 'us-east-1' };
  const pictures = await startS3Server(pictureKey, 'pictures');
  ends.push(pictures.close);
  const settings = await generateSettings(folder, chain, mail);
  const hotAddress = await holdCeremony(settings);
  // As podman calls the machine that its containers run on.
  const host = 'host.containers.internal';
  const identity = makeIdentity(engine, host);
  const lead = async (url: string | number, open = openNamedGateway): Promise<string> => {
    const gateway = await open(Number(typeof url === 'number' ? url : new URL(url).port), identity);
    ends.push(gateway.close);
    return `${host}:${gateway.port}`;
  };
  const outside = {
    cert: identity.cert,
    pictureSecret: pictureKey.secretKey,
    settings: {
      TRON_NODE_URLS: `https://${await lead(chain.url)}`,
      TRON_SOLIDITY_URLS: `https://${await lead(chain.solidityUrl)}`,
      SMTP_URL: `smtps://${await lead(mail.smtpPort, openGateway)}`,
      SMS_WEBHOOK_URL: `https://${await lead(mail.httpPort)}/sms`,
      PICTURE_STORE: 's3',
      // Its name is a part of what is signed.
      S3_ENDPOINT: `https://${await lead(pictures.endpoint, openGateway)}`,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: pictureKey.accessKeyId,
    },
  };
  return { chain, mail, settings, outside, hotAddress };
}

/** In the order of docs/operations/containers.md: database, migrations, the standby's copy, everything. */
async function startAll(
  compose: Compose,
  { data }: Files,
  progress: (line: string) => void,
): Promise<Readonly<Record<string, number>>> {
  compose.up('database');
  await until('the database', () => compose.logsOf('database').includes('ready to accept connections'), slowMs);
  const beganMs = performance.now();
  await compose.runOnce('migrate');
  const migrate = seconds(beganMs);
  progress(`the database is migrated (${migrate} s)`);
  compose.up('signer-1');
  await until('the first signer', () => compose.logsOf('signer-1').includes('"ready":true'), slowMs);
  await compose.command('signer-1', 'signer', 'back-up', '/var/lib/wallet/copy');
  cpSync(join(data, 'signer-1/copy'), join(data, 'signer-2/copy'), { recursive: true });
  giveTo(join(data, 'signer-2'), owners.wallet);
  await compose.runOnce('signer-2', 'signer', 'stand-by', '/var/lib/wallet/copy');
  for (const name of ['signer-1', 'signer-2']) rmSync(join(data, name, 'copy'), { recursive: true });
  progress('the standby has its copy');
  const upMs = performance.now();
  compose.up();
  return { migrate, up: seconds(upMs) };
}

const seconds = (sinceMs: number): number => Math.round((performance.now() - sinceMs) / 100) / 10;

async function isHealthy({ port }: Closable): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
  return answer.status === 200;
}

/** Somebody registers by mail, gets money from the chain and sends some of it there. */
async function useIt({
  chain,
  mail,
  hotAddress,
  progress,
  site,
}: Stage & { readonly site: Closable }): Promise<readonly string[]> {
  await chain.control.give(hotAddress, 'usdt', 150n * usdt);
  await chain.control.give(hotAddress, 'trx', 500n * trx);
  await chain.control.give(hotAddress, 'reward', 1_500n * rewardToken);
  const clock = {
    env: {},
    nowMs: Date.now,
    advance: () => {
      throw new Error('the clock of production is not turned');
    },
  };
  const url = `http://127.0.0.1:${site.port}`;
  const ana = await registerPerson({ url, origin: `https://${hosts.wallet}`, inbox: mail.inbox, clock }, 'email');
  await ana.setFactors();
  const usedStep = authenticatorStep(Date.now());
  progress('somebody has registered by mail');
  await chain.control.give(ana.wallet.address, 'usdt', 100n * usdt);
  await until('the credit', async () => (await ana.available('usdt')) === 100n * usdt, slowMs);
  progress('a deposit is credited');
  await until('a code that was not used yet', () => authenticatorStep(Date.now()) > usedStep);
  const to = freshAddress();
  const { id } = await ana.send({ to, assetId: 'usdt', amount: '5' });
  await until('the payment', async () => (await ana.record(id)).status === 'success', slowMs);
  const paid = await solidBalance({ chain: chain.control, contracts: chain }, to, 'usdt');
  progress('a withdrawal is paid, by the signer that hands its orders to the standby');
  return paid === 5n * usdt ? [] : [`the withdrawal paid ${paid}`];
}
