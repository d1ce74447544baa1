import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@tern/base/clock';
import { loadSecrets } from '@tern/config/load-secrets';
import { signerPlace } from '@tern/config/signer-place';
import { openSigner } from '@tern/tron/signer-client';
import { runToEnd } from './child-process.ts';
import { planProcess, type Installation } from './processes.ts';

/** What the local chain's faucet gives the hot wallet once, in base units: a million of each. */
const treasury = {
  trx: 1_000_000n * 10n ** 6n,
  usdt: 1_000_000n * 10n ** 6n,
  reward: 1_000_000n * 10n ** 18n,
} as const;

/** What of it is set aside at first start, in whole coins: for activation bonuses, as inventory of swaps, and in the reward pool. */
const fundings = [
  'promotion:reward:100000',
  'pool:reward:50000',
  'liquidity:reward:300000',
  'liquidity:usdt:200000',
  'liquidity:trx:300000',
] as const;

const bookedWithinMs = 5 * 60_000;
const retryMs = 1000;

type Progress = { hotAddress?: string; faucet: Record<string, string>; houseFunded?: true; samplePublished?: true };

/**
 * First start on the local chain: has the faucet fill the hot wallet, waits until the worker has booked it, and funds
 * bonuses, swaps and the reward pool from it. Each step is written down and done once; a later start continues where one ended.
 */
export async function fundTreasury(
  installation: Installation,
  urls: { readonly console: string },
  signal: AbortSignal,
): Promise<'funded' | 'unchanged'> {
  const file = join(installation.dataDir, 'treasury.json');
  const progress: Progress = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Progress) : { faucet: {} };
  if (progress.samplePublished === true) return 'unchanged';
  const save = (): void => writeFileSync(file, JSON.stringify(progress), { mode: 0o600 });
  progress.hotAddress ??= await readHotAddress(installation);
  for (const [asset, amount] of Object.entries(treasury)) {
    if (progress.faucet[asset] !== undefined) continue;
    progress.faucet[asset] = await askFaucet(installation, {
      address: progress.hotAddress,
      asset,
      amount: `${amount}`,
    });
    save();
  }
  if (progress.houseFunded !== true) {
    await fundHouse(installation, urls.console, signal);
    progress.houseFunded = true;
    save();
  }
  await publishSample(installation, urls.console);
  progress.samplePublished = true;
  save();
  return 'funded';
}

async function readHotAddress({ config, secretsDir, given }: Installation): Promise<string> {
  const { 'signer-secret': secret, 'signer-tls-operator': identity } = loadSecrets(
    secretsDir,
    ['signer-secret', 'signer-tls-operator'],
    given,
  );
  const place = signerPlace(config, 'signer-tls-operator', identity);
  const signer = openSigner({ ...place, secret, clock: systemClock, timeoutMs: 10_000 });
  return await signer.getHotAddress();
}

async function askFaucet({ config }: Installation, body: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${config.devchainPort}/devchain/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const answer = (await response.json()) as { readonly txId?: unknown };
  if (typeof answer.txId !== 'string')
    throw new Error(`The faucet did not send ${body['asset']}: ${JSON.stringify(answer)}`);
  return answer.txId;
}

/**
 * An activity to try, so that there is one to see. Published once, whatever was published meanwhile; with the console's login,
 * for no other one writes activities.
 */
async function publishSample(installation: Installation, consoleUrl: string): Promise<void> {
  const run = await runToEnd(
    planProcess(installation, 'worker', { DATABASE_URL: consoleUrl }, 'worker/src/publish-sample.ts'),
  );
  if (run.code !== 0) throw new Error(`The sample activity could not be published: ${run.output}`);
}

/**
 * The ledger refuses to assign what is not booked yet, which takes 19 blocks: asks again until it is. It uses the
 * console's login, because no other role may set money aside.
 */
async function fundHouse(installation: Installation, consoleUrl: string, signal: AbortSignal): Promise<void> {
  const plan = planProcess(installation, 'worker', { DATABASE_URL: consoleUrl }, 'worker/src/fund-house.ts');
  const args = ['--operator', 'installation', '--key', 'first-start', ...fundings];
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    const run = await runToEnd({ ...plan, args: [...plan.args, ...args] });
    if (run.code === 0) return;
    if (waitedMs >= bookedWithinMs)
      throw new Error(`Bonuses, swaps and the reward pool could not be funded: ${run.output}`);
    await wait(retryMs, undefined, { signal });
  }
}
