import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { startDatabaseCluster, type ClusterOptions, type DatabaseCluster } from './database-cluster.ts';
import type { Debian } from './debian.ts';
import { frontNames, sharedAddress } from './machines.ts';
import { populate, type Population } from './people.ts';
import { balancerSettings, ports } from './proxy-settings.ts';
import { openSignerPair, type SignerPair } from './signer-pair.ts';

/** Everything that runs: the cluster, the wallet's processes, and those who use it. */
export type Stage = {
  readonly folder: string;
  readonly cluster: DatabaseCluster;
  readonly system: System;
  readonly population: Population;
  readonly signers: SignerPair;
  readonly stop: () => Promise<void>;
};

export const balancerUrl = `http://${sharedAddress}:${ports.balancer}`;

const usdt = '1000000';

/** Blocks at the pace of a machine that has other things to do, and limits that a few people do not reach. */
const settings = {
  DEVCHAIN_BLOCK_MS: '1000',
  DATABASE_POOL_MAX: '12',
  // The balancers are on other machines.
  WEB_HOST: '0.0.0.0',
  WITHDRAWAL_DAILY_MAX: usdt,
  WITHDRAWAL_HOUSE_DAILY_MAX: usdt,
  SWEEP_FROM_USDT: '100',
  SWEEP_FROM_TRX: '100',
  ENERGY_STAKE_TRX: '50000',
  FEE_ACCOUNT_MIN_TRX: '500',
  HOT_MIN_USDT: '10000000',
  HOT_MIN_TRX: '10000000',
  HOT_MIN_REWARD: '10000000',
  BONUS_ACCOUNTS_PER_SOURCE: '1000',
};

/** Brings all of it up; whatever was begun is ended where that fails. */
export async function openStage(
  debian: Debian,
  {
    folder,
    people,
    progress,
    database,
  }: {
    readonly folder: string;
    readonly people: number;
    readonly progress: (line: string) => void;
    readonly database?: ClusterOptions;
  },
): Promise<Stage> {
  const stoppers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stoppers.toReversed()) await end();
  };
  try {
    const cluster = await startDatabaseCluster(debian, folder, database);
    stoppers.push(cluster.stopAll);
    progress('the database cluster is whole');
    const sessionUrl = `postgres://${sharedAddress}:${ports.session}/postgres`;
    const system = await startSystem({
      settings,
      database: { url: cluster.ownerUrl, poolerUrl: cluster.pooledUrl, sessionUrl },
    });
    stoppers.push(system.stop);
    await Promise.all((['api-2', 'api-3', 'worker-2'] as const).map((name) => system.processes.start(name)));
    const signers = openSignerPair(system, folder);
    stoppers.push(signers.stop);
    startBalancers(cluster, folder, [system.url, ...Object.values(system.furtherUrls)]);
    progress('three api, two workers and the signer run');
    const population = await populate(system, { url: balancerUrl, count: people });
    progress(`${people} people have money`);
    return { folder, cluster, system, population, signers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startBalancers(cluster: DatabaseCluster, folder: string, urls: readonly string[]): void {
  const file = join(folder, 'balancer.cfg');
  writeFileSync(file, balancerSettings(urls.map((url) => Number(new URL(url).port))), { mode: 0o644 });
  for (const name of frontNames)
    cluster.add(`balancer-${name}`, { machine: name, command: ['/usr/sbin/haproxy', '-db', '-f', file] });
}
