import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@tern/db/database';

const run = promisify(execFile);
const packageName = 'postgresql-contrib';
const scale = 20;
const shortestSeconds = 3;
const longestSeconds = 60;

export type Pgbench = {
  readonly version: string;
  /** Transactions per second of its TPC-B-like script, prepared statements. Its tables are made at the first call. */
  readonly tpcB: (options: { readonly clients: number; readonly seconds: number }) => Promise<number>;
};

/** Finds pgbench; installs Debian's package where it may. Throws with the command that would install it. */
export function findPgbench(log: (line: string) => void): string {
  const found = locate();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log(`Installing ${packageName}, which has pgbench`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', packageName], { stdio: 'ignore', env });
  }
  const installed = locate();
  if (installed !== undefined) return installed;
  throw new Error(
    `pgbench is not here, and the figures are ratios to it. Install it: apt-get install ${packageName} (Debian, Ubuntu), or run with --without-ratios.`,
  );
}

function locate(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const folders = [
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file));
}

/** Runs `binary` against a database of its own on the cluster that is measured. */
export async function openPgbench(binary: string, clusterUrl: string): Promise<Pgbench> {
  const { stdout } = await run(binary, ['--version']);
  const url = new URL(clusterUrl);
  url.pathname = '/pgbench';
  let ready: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    const cluster = openDatabase({ url: clusterUrl, applicationName: 'bench' });
    await cluster.pool.query('CREATE DATABASE pgbench');
    await cluster.close();
    await run(binary, ['--initialize', '--quiet', `--scale=${scale}`, url.href]);
  };
  return {
    version: stdout.trim(),
    tpcB: async ({ clients, seconds }) => {
      await (ready ??= prepare());
      // Its own start counts: on a busy machine a short run may be over before the last client has connected.
      for (let time = Math.max(shortestSeconds, seconds); time <= longestSeconds; time *= 2) {
        const args = ['--protocol=prepared', '--no-vacuum', `--client=${clients}`, '--jobs=1', `--time=${time}`];
        const result = await run(binary, [...args, url.href]);
        const tps = /^tps = ([\d.]+)/m.exec(result.stdout)?.[1];
        if (tps !== undefined) return Number(tps);
      }
      throw new Error(`pgbench did nothing in ${longestSeconds} seconds`);
    },
  };
}
