import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@tern/installation/child-process';
import { stopLeftovers, writeRunFile } from '@tern/installation/leftovers';
import { runFileOf } from '@tern/installation/processes';
import { processEnv } from '@tern/testkit/process-env';
import { openChainControl, type ChainControl } from '@tern/testkit/system/chain-control';
import { freePorts } from '@tern/testkit/system/free-ports';
import { openInbox, type Inbox } from '@tern/testkit/system/inbox';
import { makeTemporaryFolder, takeAbandonedFolders } from '@tern/testkit/temporary-folder';
import { startDevchain } from '../../../packages/devchain/src/start-devchain.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const readyTimeoutMs = 60_000;

export type RunningChain = {
  readonly url: string;
  readonly solidityUrl: string;
  readonly genesisId: string;
  readonly usdt: string;
  readonly reward: string;
  /** All that the chain's faucet gives comes from this address. */
  readonly faucet: string;
  readonly control: ChainControl;
  readonly stop: () => Promise<void>;
};

/** The local chain as a java-tron node whose configuration nobody has changed yet. */
export async function runStockNode(blockMs: number): Promise<RunningChain> {
  const chain = await startDevchain({
    port: 0,
    solidityPort: 0,
    seed: 'rehearsal',
    switchedOff: ['calls', 'estimates', 'internal'],
    mining: { mode: 'interval', blockMs },
  });
  const { genesisId, contracts, accounts } = chain.info();
  return {
    url: chain.url,
    solidityUrl: chain.solidityUrl,
    genesisId,
    usdt: contracts.usdt.base58,
    reward: contracts.reward.base58,
    faucet: accounts.faucet.base58,
    control: openChainControl(chain.url, chain.solidityUrl),
    stop: chain.close,
  };
}

export type RunningInbox = {
  readonly pid: number;
  readonly inbox: Inbox;
  readonly smtpPort: number;
  readonly httpPort: number;
  readonly stop: () => Promise<void>;
};

/** A mail server and a provider of text messages of its own: production brings none. */
export async function runInbox(folder: string): Promise<RunningInbox> {
  const [smtpPort = 0, httpPort = 0] = await freePorts(2);
  const running = startProcess(
    {
      name: 'inbox',
      command: process.execPath,
      args: [join(root, 'services/inbox/src/start.ts')],
      cwd: root,
      env: {
        ...processEnv(),
        DATA_DIR: folder,
        INBOX_SMTP_PORT: String(smtpPort),
        INBOX_HTTP_PORT: String(httpPort),
      },
      logFile: join(folder, 'inbox.log'),
    },
    readyTimeoutMs,
  );
  await running.ready;
  return {
    pid: running.pid,
    inbox: openInbox(`http://127.0.0.1:${httpPort}`),
    smtpPort,
    httpPort,
    stop: async () => {
      running.signal('SIGTERM');
      await running.exited;
    },
  };
}

const prefix = 'tern-production-';
const leftoverGraceMs = 20_000;
const startedFile = (folder: string): string => join(folder, 'started.json');

/** A new folder; what an earlier run left that was killed is stopped and removed first. */
export async function makeInstallationFolder(): Promise<string> {
  for (const folder of await takeAbandonedFolders(prefix)) {
    await stopLeftovers(startedFile(folder), leftoverGraceMs);
    // A launcher whose terminal is gone may have ended without its processes.
    await stopLeftovers(runFileOf({ dataDir: join(folder, 'data') }), leftoverGraceMs);
    await rm(folder, { recursive: true, force: true });
  }
  return await makeTemporaryFolder(prefix);
}

/** Writes down what a later run has to stop if this one is killed. */
export function noteStarted(folder: string, pids: readonly number[]): void {
  writeRunFile(startedFile(folder), pids);
}
