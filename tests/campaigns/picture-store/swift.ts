import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@tern/testkit/system/free-ports';
import { until } from '@tern/testkit/system/until';
import { CampaignRefused } from '../campaign.ts';

/** A store of pictures that can be asked, and where it is ours also be broken. */
export type PictureServer = {
  readonly name: string;
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretKey: string; readonly region: string };
  /** Ends the part that has the files, with no time to finish anything; absent where the server is somebody else's. */
  readonly breakDown?: () => Promise<void>;
  readonly repair?: () => Promise<void>;
  /** Has that part take requests and answer none, until `repair`. */
  readonly freeze?: () => void;
  readonly stop: () => Promise<void>;
};

const services = ['account', 'container', 'object'] as const;
type Service = (typeof services)[number];
const packages = [...services, 'proxy'].map((service) => `swift-${service}`);
const startTimeoutMs = 60_000;

/**
 * OpenStack Swift with its S3 interface: four servers and memcached of Debian, in a folder of the tree at `root`. Throws
 * `CampaignRefused` where they are missing.
 */
export async function startSwift(root: string): Promise<PictureServer> {
  requireSwift(root);
  // As the programs in the tree see it: below their root.
  const inside = mkdtempSync(join(root, 'tmp/tern-swift-')).slice(root === '/' ? 0 : root.length);
  const folder = root === '/' ? inside : join(root, inside);
  const [account = 0, container = 0, object = 0, proxy = 0, cache = 0] = await freePorts(5);
  writeSettings(root, inside, folder, { ports: { account, container, object }, proxy, cache });
  const running = new Map<string, ChildProcess>();
  const start = (name: string, command: readonly string[]): void => {
    running.set(name, run(root, command, join(folder, `${name}.log`)));
  };
  const startService = (service: Service): void =>
    start(service, [`/usr/bin/swift-${service}-server`, `${inside}/${service}.conf`]);
  const stop = async (): Promise<void> => {
    await Promise.all([...running.values()].map((child) => end(child)));
    rmSync(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${proxy}`;
  try {
    start('cache', ['/usr/bin/memcached', '-u', 'root', '-l', '127.0.0.1', '-p', String(cache)]);
    for (const service of services) startService(service);
    start('proxy', ['/usr/bin/swift-proxy-server', `${inside}/proxy.conf`]);
    await until('swift', () => isListening(`${endpoint}/healthcheck`), startTimeoutMs);
    await until('its disk', () => isListening(`http://127.0.0.1:${object}/healthcheck`), startTimeoutMs);
  } catch (error) {
    await stop();
    throw error;
  }
  const files = (): ChildProcess => {
    const child = running.get('object');
    if (child === undefined) throw new Error('the object server was not started');
    return child;
  };
  return {
    name: 'Swift',
    endpoint,
    credentials: { accessKeyId: 'wallet:pictures', secretKey: 'what-opens-the-pictures', region: 'us-east-1' },
    breakDown: () => end(files()),
    freeze: () => void files().kill('SIGSTOP'),
    repair: async () => {
      files().kill('SIGCONT');
      if (files().exitCode !== null || files().signalCode !== null) startService('object');
      await until('its disk', () => isListening(`http://127.0.0.1:${object}/healthcheck`), startTimeoutMs);
    },
    stop,
  };
}

function requireSwift(root: string): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new CampaignRefused('Swift is started as root on Linux. --endpoint names a service that runs already.');
  const missing = [...packages, 'memcached'].filter(
    (name) => !existsSync(join(root, 'usr/bin', name === 'memcached' ? name : `${name}-server`)),
  );
  if (missing.length === 0) return;
  throw new CampaignRefused(
    `Debian packages are missing in ${root}: ${missing.join(', ')}. Install them, or make a tree with ` +
      `\`mmdebstrap --variant=minbase --include=${packages.join(',')},memcached trixie DIR\` and pass it as --root DIR. ` +
      '--endpoint names a service that runs already.',
  );
}

type Places = {
  readonly ports: Readonly<Record<Service, number>>;
  readonly proxy: number;
  readonly cache: number;
};

function writeSettings(root: string, inside: string, folder: string, { ports, proxy, cache }: Places): void {
  const common = `user = root\nswift_dir = ${inside}\nworkers = 0\nlog_address =\nbind_ip = 127.0.0.1\n`;
  mkdirSync(join(folder, 'disks/one'), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('swift.conf', '[swift-hash]\nswift_hash_path_prefix = tern\nswift_hash_path_suffix = pictures\n');
  for (const service of services) {
    write(
      `${service}.conf`,
      `[DEFAULT]\n${common}bind_port = ${ports[service]}\ndevices = ${inside}/disks\nmount_check = false\n` +
        `[pipeline:main]\npipeline = healthcheck ${service}-server\n` +
        `[app:${service}-server]\nuse = egg:swift#${service}\n[filter:healthcheck]\nuse = egg:swift#healthcheck\n`,
    );
    const ring = (...args: readonly string[]): void =>
      call(root, 'swift-ring-builder', `${inside}/${service}.builder`, ...args);
    ring('create', '4', '1', '0');
    ring('add', `r1z1-127.0.0.1:${ports[service]}/one`, '1');
    ring('rebalance');
  }
  const filters = ['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'copy', 'slo', 'dlo'];
  write(
    'proxy.conf',
    `[DEFAULT]\n${common}bind_port = ${proxy}\n` +
      '[pipeline:main]\npipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server\n' +
      '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n' +
      // Otherwise it does not ask a server that failed for a minute.
      'error_suppression_limit = 1000000\n' +
      `[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${cache}\n` +
      '[filter:s3api]\nuse = egg:swift#s3api\nlocation = us-east-1\n' +
      '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_wallet_pictures = what-opens-the-pictures .admin\n' +
      filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join(''),
  );
}

const surroundings = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: '/tmp' };

/** In the tree; ended with this process, however that ends. */
function inTree(root: string, command: readonly string[]): readonly [string, readonly string[]] {
  const place = root === '/' ? [] : ['chroot', root];
  return ['setpriv', ['--pdeathsig=KILL', ...place, ...command]];
}

function run(root: string, command: readonly string[], logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  const [program, args] = inTree(root, command);
  const child = spawn(program, args, { stdio: ['ignore', log, log], env: surroundings, cwd: '/' });
  closeSync(log);
  return child;
}

function call(root: string, ...command: readonly string[]): void {
  const [program, args] = inTree(root, command);
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: surroundings });
  // The tool warns with 1 where everything is on one disk, which it is.
  if (status !== 0 && status !== 1) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function isListening(url: string): Promise<boolean> {
  return await fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
