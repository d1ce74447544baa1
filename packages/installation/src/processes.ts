import { join } from 'node:path';
import type { Config } from '@tern/config/config';
import { loadSecrets } from '@tern/config/load-secrets';
import type { ProcessName } from '@tern/config/process-names';
import type { ProcessPlan } from './child-process.ts';
import { compiledCodeFolder } from './compiled-code.ts';
import { environmentFor, type Environment } from './environment.ts';
import type { WantedPort } from './ports.ts';

export type Installation = {
  readonly root: string;
  readonly config: Config;
  /** Settings as they were given, `.env` included. */
  readonly given: Environment;
  /** Absolute folder of all data. */
  readonly dataDir: string;
  readonly secretsDir: string;
};

/** File in which a launcher writes down itself and what it started. */
export function runFileOf({ dataDir }: Pick<Installation, 'dataDir'>): string {
  return join(dataDir, 'launcher.json');
}

/** What a development installation runs beside the product; production has none of it. */
export function helpersOf(config: Config): {
  readonly devchain: boolean;
  readonly inbox: boolean;
  readonly relay: boolean;
} {
  const development = config.ternProfile !== 'production';
  return {
    devchain: development && config.tronNetwork === 'local',
    inbox: development,
    relay: development && config.walletConnectionRelay === undefined,
  };
}

export function wantedPorts({ config }: Pick<Installation, 'config'>): readonly WantedPort[] {
  const { devchain, inbox, relay } = helpersOf(config);
  const loopback = '127.0.0.1';
  return [
    { setting: 'WEB_PORT', port: config.webPort, host: config.webHost },
    { setting: 'CONSOLE_PORT', port: config.consolePort, host: config.consoleHost },
    { setting: 'WORKER_HEALTH_PORT', port: config.workerHealthPort, host: config.metricsHost },
    { setting: 'API_METRICS_PORT', port: config.apiMetricsPort, host: config.metricsHost },
    { setting: 'CONSOLE_METRICS_PORT', port: config.consoleMetricsPort, host: config.metricsHost },
    ...(config.signerHealthPort === undefined
      ? []
      : [{ setting: 'SIGNER_HEALTH_PORT', port: config.signerHealthPort, host: config.metricsHost }]),
    ...(devchain && config.devchainSolidityPort !== undefined
      ? [{ setting: 'DEVCHAIN_SOLIDITY_PORT', port: config.devchainSolidityPort, host: loopback }]
      : []),
    ...(devchain ? [{ setting: 'DEVCHAIN_PORT', port: config.devchainPort, host: loopback }] : []),
    ...(inbox
      ? [
          { setting: 'INBOX_SMTP_PORT', port: config.inboxSmtpPort, host: loopback },
          { setting: 'INBOX_HTTP_PORT', port: config.inboxHttpPort, host: loopback },
        ]
      : []),
    ...(relay ? [{ setting: 'LOCAL_RELAY_PORT', port: config.localRelayPort, host: loopback }] : []),
  ];
}

/** The console is the second face of the api's service, as a process with another database login. */
const startFileOf = { console: 'api/src/start-console.ts' } as const;

/** How to start one process of this installation; another `entry` below `services` is a command that shares its surroundings. */
export function planProcess(
  installation: Installation,
  name: Exclude<ProcessName, 'launch' | 'migrate'>,
  own: Readonly<Record<string, string>> = {},
  entry?: string,
): ProcessPlan {
  const { root, config, given, dataDir, secretsDir } = installation;
  const startFile = name === 'console' ? startFileOf.console : `${name}/src/start.ts`;
  // In production the processes may belong to different users, and none may hand code to another.
  const compiled = config.ternProfile === 'production' ? {} : { NODE_COMPILE_CACHE: compiledCodeFolder(root) };
  return {
    name,
    command: process.execPath,
    args: [join(root, 'services', entry ?? startFile)],
    cwd: root,
    env: environmentFor(name, given, secretsDir, { ...compiled, ...own, DATA_DIR: dataDir }),
    logFile: join(dataDir, 'logs', `${name}.log`),
  };
}

/** The local chain takes its seed and folder as they are: it is a program of its own that knows no installation. */
export function planDevchain(installation: Installation): ProcessPlan {
  const { 'devchain-seed': seed } = loadSecrets(installation.secretsDir, ['devchain-seed'], installation.given);
  return planProcess(installation, 'devchain', {
    DEVCHAIN_SEED: seed,
    DEVCHAIN_DATA: join(installation.dataDir, 'devchain'),
  });
}
