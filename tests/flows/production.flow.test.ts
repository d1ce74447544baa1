import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openOperatorDesk, type OperatorDesk } from '@tern/testkit/operator-desk';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import { authenticatorStep } from '@tern/testkit/system/authenticator-code';
import { launchCommand, launchInstallation, stopLaunch, type Launch } from '@tern/testkit/system/launch-installation';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import { registerPerson, type Person } from '@tern/testkit/system/person';
import { until } from '@tern/testkit/system/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSettings, holdCeremony, type Settings } from './support/production-installation.ts';
import {
  makeInstallationFolder,
  noteStarted,
  runInbox,
  runStockNode,
  type RunningChain,
  type RunningInbox,
} from './support/run-beside.ts';

// Goal: what docs/operations/networks.md promises of a rehearsal, with every process in the production profile. Method: its
// commands in its order, with generated secrets and a filled-in .env, on the local chain as a stock node. The clients say what
// a proxy with TLS would say of them; the proxy itself, and browsers, are left out.
const usdt = 1_000_000n;
const trx = 1_000_000n;
const rewardToken = 10n ** 18n;
/** Two dozen blocks, the worker's fifteen seconds between comparisons, and a busy machine. */
const slowMs = 150_000;

let folder: string;
let chain: RunningChain;
let mail: RunningInbox;
let settings: Settings;
let hotAddress: string;
let running: Launch;
let reviewer: OperatorDesk;
let ana: Person;
/** The authenticator's step that was used last; each is good once. */
let usedStep = 0;

/** What ends what was started; the last goes first. */
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await makeInstallationFolder();
  ends.push(() => rm(folder, { recursive: true, force: true }));
  chain = await runStockNode(400);
  ends.push(chain.stop);
  mail = await runInbox(folder);
  ends.push(mail.stop);
  noteStarted(folder, [mail.pid]);
  settings = await generateSettings(folder, chain, mail);
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const at = (port: 'WEB_PORT' | 'CONSOLE_PORT'): string => `http://127.0.0.1:${settings[port]}`;

/** What a command says; it has to succeed. */
async function run(file: 'production' | 'run-operator', ...args: readonly string[]): Promise<string> {
  const command = launchCommand(file, settings, ...args);
  expect(await command.ended, command.output()).toBe(0);
  return command.output();
}

/** `npm start`. */
function start(): Launch {
  const started = launchInstallation(settings);
  ends.push(() => stopLaunch(started));
  noteStarted(folder, [started.process.pid ?? 0, mail.pid]);
  return started;
}

/** As docs/operations/alarms/README.md says how to find it: among what this `npm start` has started. */
function workerPid(): number {
  const file = readFileSync(join(settings['DATA_DIR'] ?? '', 'launcher.json'), 'utf8');
  const [, worker] = (JSON.parse(file) as { readonly processes: readonly { readonly pid: number }[] }).processes;
  return worker?.pid ?? 0;
}

/** An operator behind the console's proxy, enrolled by a link. */
async function enrol(link: string | undefined, code?: string): Promise<OperatorDesk> {
  const origin = settings['CONSOLE_URL'] ?? '';
  const desk = openOperatorDesk({
    consoleUrl: at('CONSOLE_PORT'),
    key: softwarePasskey(origin),
    headers: { origin, 'x-forwarded-for': '203.0.113.20', 'x-forwarded-proto': 'https' },
  });
  expect(await desk.enrol(link ?? '', code)).toMatchObject({ outcome: 'done' });
  return desk;
}

/** Sends from Ana, with the next code of her authenticator. */
async function send(to: string, amount: string) {
  await until('a code that was not used yet', () => authenticatorStep(Date.now()) > usedStep);
  usedStep = authenticatorStep(Date.now());
  return ana.send({ to, assetId: 'usdt', amount });
}

/** What the node says of an address once its blocks are irreversible. */
const balanceOf = (address: string) => solidBalance({ chain: chain.control, contracts: chain }, address, 'usdt');

const isPaid = (id: string) => until('the payment', async () => (await ana.record(id)).status === 'success', slowMs);

test('once the generated lines are filled in, nothing is missing, and the start asks for the ceremony', async () => {
  expect(await run('production', 'check')).toContain('Nothing is missing; 9 secrets are in place. Next: the ceremony');
  running = start();
  expect(await running.ended).toBe(1);
  expect(running.output()).toContain('There is no seed yet. Run "npm run signer -- create-seed"');
});

test('after the ceremony npm start brings everything up, with the pages of people and of operators', async () => {
  hotAddress = await holdCeremony(settings);
  running = start();
  await running.says('Fee account:');
  for (const text of ['https://wallet.example.com/api/health', `Hot wallet: ${hotAddress}`, 'minimum 100 USDT'])
    expect(running.output()).toContain(text);
  for (const url of [`${at('WEB_PORT')}/`, `${at('CONSOLE_PORT')}/console/`]) {
    const page = await fetch(url);
    expect(page.status, url).toBe(200);
    expect(await page.text(), url).toContain('<script');
  }
  expect(await (await fetch(`${at('WEB_PORT')}/api/health`)).json()).toMatchObject({ ok: true });
  // What development has besides.
  expect(running.output()).not.toMatch(/Local chain|dev\/inbox/);
  expect((await fetch(`${at('WEB_PORT')}/dev/inbox`, { headers: { accept: 'application/json' } })).status).toBe(404);
});

test('first steps begin with what a stock node lacks, until it is switched on and the worker has started again', async () => {
  const lacking = await until('the node was asked', async () => {
    const steps = await run('run-operator', 'first-steps');
    return steps.startsWith('!') && steps;
  });
  await chain.control.clearFaults();
  process.kill(workerPid(), 'SIGTERM');
  await running.says('worker is back');
  await until('nothing to be said of the node', async () =>
    (await run('run-operator', 'first-steps')).startsWith('✓ The worker has reached the signer'),
  );
  expect(lacking).toMatch(/^! Tron node \S+:\d+: It runs no constant calls.* Set supportConstant = true/);
});

test('the two links let the first operators in, who invite a reviewer', async () => {
  const links = [...running.output().matchAll(/^ *(https:\/\/console\.example\.com\S+#\S+)$/gm)].map(
    ([, link]) => link,
  );
  expect(links).toHaveLength(2);
  const [first, second] = [await enrol(links[0]), await enrol(links[1])];
  const said = { kind: 'invite', name: 'rita', role: 'reviewer', note: 'Looks at transfers' };
  const { id, code } = (await first.decide('/operators/question', '/operators', said)).body as Record<string, string>;
  const approved = { id, decision: 'carry-out' };
  const { body } = await second.decide('/operators/decision/question', '/operators/decision', approved);
  reviewer = await enrol((body as { readonly link: string }).link, code);
});

test('what the house pays in from its source is its capital, and the worker fills the fee account from it', async () => {
  await chain.control.give(hotAddress, 'usdt', 150n * usdt);
  await chain.control.give(hotAddress, 'trx', 500n * trx);
  await chain.control.give(hotAddress, 'reward', 1_500n * rewardToken);
  await until(
    'the ticks',
    async () => /✓ The hot wallet holds[^]*✓ The fee account holds/.test(await run('run-operator', 'first-steps')),
    slowMs,
  );
  expect(await run('run-operator', 'quarantine')).toContain('Nothing is in quarantine.');
});

test('somebody registers by mail, their deposit is credited, and their first withdrawal is paid', async () => {
  const clock = {
    env: {},
    nowMs: Date.now,
    advance: () => {
      throw new Error('the clock of production is not turned');
    },
  };
  const origin = settings['PUBLIC_URL'] ?? '';
  ana = await registerPerson({ url: at('WEB_PORT'), origin, inbox: mail.inbox, clock }, 'email');
  await ana.setFactors();
  usedStep = authenticatorStep(Date.now());
  await chain.control.give(ana.wallet.address, 'usdt', 100n * usdt);
  await until('the credit', async () => (await ana.available('usdt')) === 100n * usdt, slowMs);
  const to = freshAddress();
  await isPaid((await send(to, '5')).id);
  expect(await balanceOf(to)).toBe(5n * usdt);
});

test('from the threshold on a reviewer decides first', async () => {
  const to = freshAddress();
  const { id, status } = await send(to, '10');
  expect(status).toBe('pending-review');
  const { body } = await reviewer.get('/reviews');
  const [waiting] = (body as { readonly reviews: readonly { readonly id: string }[] }).reviews;
  expect(await reviewer.approve(waiting?.id ?? '')).toMatchObject({ status: 200 });
  await isPaid(id);
  expect(await balanceOf(to)).toBe(10n * usdt);
});

test('the deposit is swept, the books agree with the chain, nothing is stuck, and Ctrl-C ends it in order', async () => {
  await until('the sweep', async () => !/^ +deposit +\S+ USDT/m.test(await run('run-operator', 'reserves')), slowMs);
  const reserves = await run('run-operator', 'reserves');
  expect(reserves).toContain('as on chain');
  expect(reserves).not.toContain('MISSING');
  expect(await run('run-operator', 'stuck')).toContain('Nothing is stuck.');
  expect(await stopLaunch(running), running.output()).toBe(0);
});
