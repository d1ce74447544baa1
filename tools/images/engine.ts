import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWithProgress } from '@tern/installation/progress';
import { isOnPath } from '../command-line/is-on-path.ts';

/** Said as it is: the machine lacks something, and nothing is wrong with the wallet. */
export class ImagesRefused extends Error {
  override name = 'ImagesRefused';
}

/** buildah and podman with a store of images of their own, in one folder that can be deleted whole. */
export type Engine = {
  readonly folder: string;
  /** For other programs that call podman, such as podman-compose. */
  readonly env: Readonly<Record<string, string>>;
  /** What a program says. Throws with all of it where it fails. */
  readonly run: (program: string, ...args: readonly string[]) => string;
  /** The same for what takes long, with progress on the terminal. */
  readonly runLong: (label: string, program: string, ...args: readonly string[]) => Promise<string>;
};

export type Need = { readonly program: string; readonly debian: string };

const buildNeeds: readonly Need[] = [
  { program: 'buildah', debian: 'buildah' },
  { program: 'podman', debian: 'podman' },
];

/** Finds the programs and gives them `folder`. Throws `ImagesRefused` with the Debian packages that are missing. */
export function openEngine(folder: string, needs: readonly Need[] = []): Engine {
  if (process.platform !== 'linux') throw new ImagesRefused('Images are built on Linux only.');
  if (process.getuid?.() !== 0)
    throw new ImagesRefused('Images are built as root here: the store of images keeps the owners of files.');
  const missing = [...buildNeeds, ...needs].filter(({ program }) => !isOnPath(program));
  if (missing.length > 0)
    throw new ImagesRefused(
      `Programs are missing: ${missing.map(({ program }) => program).join(', ')}. ` +
        `On Debian: apt-get install --no-install-recommends ${[...new Set(missing.map(({ debian }) => debian))].join(' ')}`,
    );
  const env = { ...definedOnly(process.env), ...writeSettings(folder) };
  const run: Engine['run'] = (program, ...args) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
    if (status === 0) return stdout;
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  };
  const runLong: Engine['runLong'] = async (label, program, ...args) => {
    const { code, output } = await runWithProgress(label, program, args, { env });
    if (code !== 0)
      throw new Error(`${program} ${args.join(' ')} failed:\n${output.split('\n').slice(-40).join('\n')}`);
    return output;
  };
  return { folder, env, run, runLong };
}

/** Images, containers and settings of ours alone: what else is on this machine is neither seen nor touched. */
function writeSettings(folder: string): Readonly<Record<string, string>> {
  mkdirSync(folder, { recursive: true });
  const storage = join(folder, 'storage.conf');
  const containers = join(folder, 'containers.conf');
  const driver = readFileSync('/proc/filesystems', 'utf8').includes('\toverlay\n') ? 'overlay' : 'vfs';
  writeFileSync(
    storage,
    `[storage]\ndriver = "${driver}"\ngraphroot = "${join(folder, 'store')}"\nrunroot = "${join(folder, 'run')}"\n`,
  );
  const [files, processes] = [readLimit('Max open files', 20_000), readLimit('Max processes', 4096)];
  writeFileSync(
    containers,
    [
      '[containers]',
      // More than we have may be given to nobody, and the default is more than some machines have.
      `default_ulimits = ["nofile=${files}:${files}", "nproc=${processes}:${processes}"]`,
      '[engine]',
      `runtime = "${findRuntime()}"`,
      'cgroup_manager = "cgroupfs"',
      'events_logger = "file"',
      '[network]',
      'network_backend = "netavark"',
      '',
    ].join('\n'),
  );
  return { CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: containers };
}

/** crun takes no machine whose cgroups are of both versions; runc does. */
function findRuntime(): string {
  const isMixed = existsSync('/sys/fs/cgroup/unified') || !existsSync('/sys/fs/cgroup/cgroup.controllers');
  const wanted = isMixed ? ['runc', 'crun'] : ['crun', 'runc'];
  const found = wanted.find(isOnPath);
  if (found === undefined) throw new ImagesRefused('Programs are missing: runc. On Debian: apt-get install runc');
  return found;
}

/** What may be had, up to `enough`. */
function readLimit(name: string, enough: number): number {
  const line = readFileSync('/proc/self/limits', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(name));
  const hard = Number(line?.slice(name.length).trim().split(/\s+/)[1]);
  return Number.isNaN(hard) ? enough : Math.min(hard, enough);
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
