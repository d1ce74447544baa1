import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { postgresMajorMin } from '@tern/local-postgres/binaries';
import { isOnPath } from '../../tools/command-line/is-on-path.ts';

/** The programs of the cluster: those of this machine, or of a tree that mmdebstrap made. */
export type Debian = {
  /** `/`, or the folder of the tree. */
  readonly root: string;
  /** As the programs in the tree see it. */
  readonly postgresBin: string;
  readonly postgresMajor: number;
};

/** Said as it is: the machine lacks something, and nothing is wrong with the wallet. */
export class ClusterRefused extends Error {
  override name = 'ClusterRefused';
}

const wanted = [
  { program: 'usr/bin/etcd', name: 'etcd-server' },
  { program: 'usr/bin/patroni', name: 'patroni' },
  { program: 'usr/sbin/haproxy', name: 'haproxy' },
  { program: 'usr/sbin/pgbouncer', name: 'pgbouncer' },
  { program: 'usr/sbin/keepalived', name: 'keepalived' },
] as const;

/** What the host itself needs to keep the machines apart, all of it in Debian's util-linux and iproute2. */
const hostPrograms = ['unshare', 'nsenter', 'ip', 'mount', 'chroot'] as const;

const howToInstall =
  'Install them (Debian 13: apt-get install postgresql etcd-server patroni python3-etcd haproxy pgbouncer keepalived), or make a tree with ' +
  '`mmdebstrap --variant=minbase --include=postgresql,etcd-server,patroni,python3-etcd,haproxy,pgbouncer,keepalived trixie DIR` and ' +
  'pass it as --root DIR.';

/** Finds the programs. Throws `ClusterRefused` with the packages that are missing, and on a machine that cannot run them. */
export function findDebian(root = '/'): Debian {
  if (process.platform !== 'linux') throw new ClusterRefused('The cluster is rehearsed on Linux only.');
  if (process.getuid?.() !== 0)
    throw new ClusterRefused('The cluster needs root: it gives each machine a network and a disk of its own.');
  const lacking = hostPrograms.filter((name) => !isOnPath(name));
  if (lacking.length > 0)
    throw new ClusterRefused(`Programs are missing on this machine: ${lacking.join(', ')} (util-linux, iproute2).`);
  const missing: string[] = wanted.filter(({ program }) => !runs(root, `/${program}`)).map(({ name }) => name);
  // Patroni speaks to etcd through it, and Debian only recommends it.
  if (!existsSync(join(root, 'usr/lib/python3/dist-packages/etcd'))) missing.push('python3-etcd');
  const major = choosePostgres(listPostgres(root));
  if (major < postgresMajorMin)
    missing.unshift(`postgresql (${postgresMajorMin} or newer${major === 0 ? '' : `; here is ${major}`})`);
  if (missing.length > 0)
    throw new ClusterRefused(
      `Debian packages are missing in ${root}, or do not run there: ${missing.join(', ')}. ${howToInstall}`,
    );
  return { root, postgresBin: `/usr/lib/postgresql/${major}/bin`, postgresMajor: major };
}

/** What the figures of a campaign belong to, such as 17.12 and 4.0.7. */
export function readVersions({ root, postgresBin }: Debian): { readonly postgresql: string; readonly patroni: string } {
  const versionOf = (program: string): string =>
    /\d+(\.\d+)+/.exec(call(root, program, '--version').stdout)?.[0] ?? 'unknown';
  return { postgresql: versionOf(`${postgresBin}/postgres`), patroni: versionOf('/usr/bin/patroni') };
}

/** Whether one more program is there, for what can do with or without it. */
export function hasProgram({ root }: Pick<Debian, 'root'>, program: string): boolean {
  return runs(root, program);
}

/** The lowest that is promised, because what runs on it runs on later ones; the newest of older ones, to be named; 0 for none. */
export function choosePostgres(majors: readonly number[]): number {
  const promised = majors.filter((major) => major >= postgresMajorMin);
  return promised.length > 0 ? Math.min(...promised) : Math.max(0, ...majors);
}

function listPostgres(root: string): readonly number[] {
  const folder = join(root, 'usr/lib/postgresql');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => runs(root, `/usr/lib/postgresql/${name}/bin/postgres`))
    .map(Number);
}

/** One that is there may be made for another release, and lack a library. */
function runs(root: string, program: string): boolean {
  if (!existsSync(join(root, program))) return false;
  // HAProxy knows the short form alone.
  const asks = program.endsWith('haproxy') ? '-v' : '--version';
  return call(root, program, asks).status === 0;
}

function call(root: string, program: string, option: string): SpawnSyncReturns<string> {
  const [command = '', ...args] = root === '/' ? [program, option] : ['chroot', root, program, option];
  return spawnSync(command, args, { encoding: 'utf8' });
}
