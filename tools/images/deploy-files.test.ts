import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secretFileVariable, secrets, type SecretName } from '@tern/config/secrets';
import { settings } from '@tern/config/settings';
import { expect, test } from 'vitest';
import { tryDeployFiles } from './try-deploy-files.ts';

// Goal: what deploy gives to each process is what that process reads, and the programs that the files are for take them.
// Method: the files are read by their one shape, and shown to the real programs where they are installed.
const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (file: string): string => readFileSync(join(deploy, file), 'utf8');
const compose = read('compose.yaml');

/** Parts of compose.yaml, by the line that begins each. */
const parts = {
  api: ['x-environment: &environment', 'x-api: &api'],
  worker: ['x-environment: &environment', 'x-worker: &worker'],
  console: ['x-environment: &environment', '  console:'],
  signer: ['x-signer-environment: &signer-environment', '  signer-1:'],
} as const;

/** From that line to the next that is no deeper. */
function blockOf(line: string): string {
  const lines = compose.split('\n');
  const at = lines.indexOf(line);
  const depth = line.length - line.trimStart().length;
  const length = lines.slice(at + 1).findIndex((each) => each.trim() !== '' && each.search(/[^ ]/) <= depth);
  if (at < 0 || length < 0) throw new Error(`compose.yaml has no ${line}`);
  return lines.slice(at, at + 1 + length).join('\n');
}

type Given = { readonly names: ReadonlySet<string>; readonly mounted: ReadonlySet<string> };

function givenTo(process: keyof typeof parts): Given {
  const blocks = parts[process].map(blockOf);
  const names = blocks.flatMap((block) => [...block.matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name));
  const last = blocks.at(-1) ?? '';
  const inLine = /^ +secrets: \[(.+)\]$/m.exec(last)?.[1]?.split(', ');
  const inLines = [...last.matchAll(/^ +- ([a-z0-9-]+)$/gm)].map(([, name = '']) => name);
  return { names: new Set(names), mounted: new Set(inLine ?? inLines) };
}

/** Of a pair each signer has its own file, under its own name. */
const secretOf = (mounted: string): string => mounted.replace(/^signer-[12]-tls$/, 'signer-tls');

test.each(Object.keys(parts) as (keyof typeof parts)[])(
  'K12 compose gives the %s its own secrets and no others',
  (process) => {
    const { names, mounted } = givenTo(process);
    const all = Object.entries(secrets) as [SecretName, (typeof secrets)[SecretName]][];
    const readable = all.filter(([, { readBy }]) => (readBy as readonly string[]).includes(process));
    const mountedSecrets = [...mounted].map(secretOf);
    for (const name of mountedSecrets) expect(readable.map(([each]) => each)).toContain(name);
    // Every process would make the generated ones necessary; the others depend on the settings.
    for (const [name, { origin }] of readable) if (origin === 'generated') expect(mountedSecrets).toContain(name);
    for (const name of mountedSecrets) expect([...names]).toContain(secretFileVariable(name as SecretName));
    const files = [...names].filter((name) => name.endsWith('_FILE'));
    expect(files).toHaveLength(mounted.size);
  },
);

test.each(Object.keys(parts) as (keyof typeof parts)[])('compose gives the %s settings that it reads', (process) => {
  // Node's own.
  const others = ['NODE_EXTRA_CA_CERTS'];
  for (const name of [...givenTo(process).names].filter((each) => !each.endsWith('_FILE') && !others.includes(each))) {
    const setting: { readonly readBy: readonly string[] } | undefined = Object.hasOwn(settings, name)
      ? settings[name as keyof typeof settings]
      : undefined;
    expect(setting?.readBy, name).toContain(process);
  }
});

test('every secret that a container is given is a file of its own in WALLET_FILES', () => {
  const declared = [...compose.matchAll(/^ {2}([a-z0-9-]+): \{ file: '(.+)' \}$/gm)];
  for (const [, name, file] of declared) expect(file).toBe(`\${WALLET_FILES:-/etc/wallet}/secrets/${name}`);
  const used = new Set((Object.keys(parts) as (keyof typeof parts)[]).flatMap((each) => [...givenTo(each).mounted]));
  for (const name of used) expect(declared.map(([, each]) => each)).toContain(name);
});

test('proxies and Prometheus ask at the ports that the settings have unless somebody changes them', () => {
  const ports = { API: 4300, CONSOLE: 4310, WORKER_METRICS: 4327, API_METRICS: 4328, CONSOLE_METRICS: 4329 };
  const example = readFileSync(join(deploy, '../.env.example'), 'utf8');
  for (const [name, port] of [
    ['WEB_PORT', ports.API],
    ['CONSOLE_PORT', ports.CONSOLE],
    ['WORKER_HEALTH_PORT', ports.WORKER_METRICS],
    ['API_METRICS_PORT', ports.API_METRICS],
    ['CONSOLE_METRICS_PORT', ports.CONSOLE_METRICS],
  ] as const)
    expect(example).toContain(`#${name}=${port}\n`);
  const asked = new Set(
    [
      ...`${read('haproxy/haproxy.cfg')}${read('nginx/wallet.conf')}${read('prometheus/several-machines.yml')}`.matchAll(
        /\b43\d\d\b/g,
      ),
    ].map(([port]) => Number(port)),
  );
  expect([...asked].toSorted()).toEqual(Object.values(ports).toSorted());
});

test('K12 no log of nginx has the path of a request, where a link in a mail has its code', () => {
  const text = read('nginx/wallet.conf');
  const [format = ''] = /^log_format wallet .*$/m.exec(text) ?? [];
  expect(format).not.toMatch(/\$request(?:_uri)?\b|\$uri|\$args|\$query_string|\$http_referer/);
  const servers = text.split(/^server \{$/m).slice(1);
  expect(servers).toHaveLength(4);
  for (const server of servers) {
    expect(server).toMatch(/^ {2}access_log (?:off|\S+ wallet);$/m);
    if (!server.includes('access_log off')) expect(server).toMatch(/^ {2}error_log \S+ crit;$/m);
  }
});

test('HAProxy takes no process for gone that is only slow to answer', () => {
  const text = read('haproxy/haproxy.cfg');
  const [check, between] = [/^ {2}timeout check (\d+)s$/m, / inter (\d+)s /].map((form) =>
    Number(form.exec(text)?.[1]),
  );
  expect(check).toBeGreaterThan(2 * (between ?? NaN));
});

test('only the first proxy is open to the network, unless somebody says otherwise', () => {
  const portsOf = (line: string): readonly string[] => [...(blockOf(line).match(/'\$\{[^']+:8\d+'/g) ?? [])];
  const second = portsOf('  proxy-2:');
  expect([portsOf('  proxy:').length, second.length]).toEqual([2, 2]);
  for (const port of second) expect(port).toMatch(/^'\$\{SECOND_ADDRESS:-127\.0\.0\.1\}:/);
});

test('a proxy that is stopped ends what is under way before its container is killed', () => {
  expect(blockOf('x-proxy: &proxy')).toContain('\n  stop_signal: SIGUSR1\n');
  const seconds = Number(/^ {2}hard-stop-after (\d+)s$/m.exec(read('haproxy/haproxy.cfg'))?.[1]);
  expect(seconds).toBeGreaterThan(0);
  // What podman and docker wait unless they are told otherwise.
  expect(seconds).toBeLessThan(10);
});

test('compose.migrate gives migrations the secrets that they read, as files, and no login in the environment', () => {
  const migrate = read('compose.migrate.yaml');
  const wanted = (Object.entries(secrets) as [SecretName, { readonly readBy: readonly string[] }][])
    .filter(([, { readBy }]) => readBy.includes('migrate'))
    .map(([name]) => name);
  const given = /^ +secrets: \[(.+)\]$/m.exec(migrate)?.[1]?.split(', ') ?? [];
  expect(given.toSorted()).toEqual(wanted.toSorted());
  for (const name of wanted) expect(migrate).toContain(`${secretFileVariable(name)}: /run/secrets/${name}\n`);
  expect(migrate).not.toMatch(/env_file|postgres:\/\/[^@\s]+:[^@\s]*@/);
});

test('nginx asks another process for what may take long only where the first did not take it', () => {
  const text = read('nginx/wallet.conf');
  const seconds = (name: string): number => Number(new RegExp(`^ +${name} (\\d+)s;$`, 'm').exec(text)?.[1]);
  expect(text).not.toContain('non_idempotent');
  expect(seconds('proxy_next_upstream_timeout')).toBeLessThan(seconds('proxy_read_timeout'));
  // Every process can be tried.
  expect(seconds('proxy_next_upstream_timeout')).toBeGreaterThan(3 * seconds('proxy_connect_timeout'));
});

test('the programs that are installed here take their files, and refuse them with a fault in it', () => {
  const asTheyAre = tryDeployFiles(deploy);
  expect(asTheyAre.filter(({ outcome }) => outcome !== 'taken' && outcome !== 'missing')).toEqual([]);
  const broken = tryDeployFiles(deploy, (text) => `${text}\nno: such: thing\n`);
  // systemd warns of a line that it does not know.
  expect(broken.filter(({ outcome }) => outcome === 'taken')).toEqual([]);
});
