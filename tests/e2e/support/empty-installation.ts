import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openChainControl } from '@tern/testkit/system/chain-control';
import { launchInstallation, stopLaunch, type Launch } from '@tern/testkit/system/launch-installation';
import { devchainUrl, installation } from '../installation.ts';

const root = join(import.meta.dirname, '../../..');
const dataDir = '.tern/e2e-empty';
const firstPort = Number(installation.WEB_PORT) + 11;

/**
 * Settings of an installation of its own that nobody has funded: the chain of the others is a private network to it, which
 * its `npm start` does not run. `TREASURY_SOURCES` is the chain's faucet.
 */
export async function describeEmptyInstallation(): Promise<Readonly<Record<string, string>>> {
  const { genesisId, contracts, accounts } = await openChainControl(devchainUrl).info();
  return {
    DATA_DIR: dataDir,
    SIGNER_SOCKET: `${dataDir}/signer.sock`,
    WEB_PORT: String(firstPort),
    CONSOLE_PORT: String(firstPort + 1),
    INBOX_SMTP_PORT: String(firstPort + 2),
    INBOX_HTTP_PORT: String(firstPort + 3),
    DATABASE_PORT: String(firstPort + 4),
    WORKER_HEALTH_PORT: String(firstPort + 5),
    API_METRICS_PORT: String(firstPort + 6),
    CONSOLE_METRICS_PORT: String(firstPort + 7),
    TRUSTED_PROXY_HOPS: '1',
    TRON_NETWORK: 'private',
    TRON_PRIVATE_GENESIS_ID: genesisId,
    TRON_PRIVATE_NAME: 'Harbour chain',
    TRON_NODE_URLS: devchainUrl,
    USDT_CONTRACT: contracts.usdt.base58,
    REWARD_CONTRACT: contracts.reward.base58,
    TREASURY_SOURCES: accounts.faucet.base58,
    HOT_MIN_USDT: '200',
    HOT_MIN_TRX: '400',
    HOT_MIN_REWARD: '2000',
    FEE_ACCOUNT_MIN_TRX: '50',
    BONUS_AMOUNT: '0',
  };
}

/** Runs the real `npm start` with these settings for as long as `work` takes; its data stays for the next start. */
export async function withLaunch<Result>(
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
  work: (launch: Launch) => Promise<Result>,
): Promise<Result> {
  const launch = launchInstallation(settings, ...args);
  try {
    return await work(launch);
  } finally {
    if (launch.process.exitCode === null) await stopLaunch(launch);
  }
}

export function removeEmptyInstallation(): void {
  rmSync(join(root, dataDir), { recursive: true, force: true });
}
