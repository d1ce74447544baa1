import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secretFileVariable, secrets, type SecretName } from '@tern/config/secrets';
import { settings } from '@tern/config/settings';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPath } from './engine.ts';

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

test.each(Object.keys(parts) as (keyof typeof parts)[])('K12 compose gives the %s its own secrets and no others', (process) => {
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
});

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
    [...`${read('haproxy/haproxy.cfg')}${read('nginx/wallet.conf')}${read('prometheus/several-machines.yml')}`.matchAll(/\b43\d\d\b/g)].map(
      ([port]) => Number(port),
    ),
  );
  expect([...asked].toSorted()).toEqual(Object.values(ports).toSorted());
});

/** A copy of deploy in a folder of its own, with every secret and certificate that the files name. */
function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(deploy, folder, { recursive: true });
  return folder;
}

function change(folder: string, file: string, ...changes: readonly (readonly [RegExp, string])[]): string {
  const path = join(folder, file);
  writeFileSync(path, changes.reduce((text, [from, to]) => text.replaceAll(from, to), readFileSync(path, 'utf8')));
  return path;
}

function call(program: string, ...args: readonly string[]): { readonly code: number | null; readonly said: string } {
  const env = { ...process.env, WALLET_HOST: 'wallet.example.com', CONSOLE_HOST: 'console.example.com' };
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
  return { code: status, said: `${stdout}${stderr}` };
}

function makeCertificate(folder: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, 'test.key'), join(folder, 'test.pem')];
  const made = call(
    ...(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'] as const),
    ...['-days', '2', '-subj', '/CN=wallet.example.com', '-keyout', key, '-out', cert],
  );
  expect(made.code, made.said).toBe(0);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

test.skipIf(!isOnPath('promtool'))('promtool takes the settings of Prometheus, on one machine and on several', () => {
  const folder = makeCopy();
  writeFileSync(join(folder, 'metrics-token'), 'a token');
  const several = change(folder, 'prometheus/several-machines.yml', [/\/etc\/prometheus/g, folder]);
  for (const file of [several, join(folder, 'prometheus/prometheus.yml')]) {
    const { code, said } = call('promtool', 'check', 'config', file);
    expect(code, said).toBe(0);
  }
});

test.skipIf(!isOnPath('amtool'))('amtool takes the routes of Alertmanager, and a page goes to who is paged', () => {
  const file = join(deploy, 'prometheus/alertmanager.yml');
  const { code, said } = call('amtool', 'check-config', file);
  expect(code, said).toBe(0);
  const route = (severity: string): string =>
    call('amtool', 'config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`, 'alertname=X').said.trim();
  expect([route('page'), route('ticket')]).toEqual(['page', 'ticket']);
});

test.skipIf(!isOnPath('haproxy') || !isOnPath('openssl'))('haproxy takes its settings', () => {
  const folder = makeCopy();
  const { key, cert } = makeCertificate(folder);
  writeFileSync(join(folder, 'proxy-tls'), `${key}${cert}`);
  writeFileSync(join(folder, 'office.lst'), '203.0.113.0/24\n');
  const file = change(folder, 'haproxy/haproxy.cfg', [/\/run\/secrets/g, folder], [/\/etc\/haproxy/g, folder]);
  const { code, said } = call('haproxy', '-c', '-f', file);
  expect(code, said).toBe(0);
});

test.skipIf(!isOnPath('nginx') || !isOnPath('openssl'))('nginx takes its settings', () => {
  const folder = makeCopy();
  const { key, cert } = makeCertificate(folder);
  for (const name of ['wallet', 'console']) {
    writeFileSync(join(folder, `${name}.key`), key);
    writeFileSync(join(folder, `${name}.pem`), cert);
  }
  const site = change(
    folder,
    'nginx/wallet.conf',
    [/\/etc\/wallet\/tls|\/var\/log\/nginx/g, folder],
    [/server (?:api-\d|console):/g, 'server 127.0.0.1:'],
    // The test is no administrator, and other programs have these ports.
    [/listen 80;/g, 'listen 127.0.0.1:48080;'],
    [/listen 443 /g, 'listen 127.0.0.1:48443 '],
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n  include ${site};\n}\n`,
  );
  const { code, said } = call('nginx', '-t', '-c', join(folder, 'nginx.conf'));
  expect(code, said).toBe(0);
});

test.skipIf(!isOnPath('systemd-analyze'))('systemd takes the units', () => {
  const units = ['api', 'console', 'worker', 'signer'].map((name) => join(deploy, `systemd/wallet-${name}.service`));
  const { said } = call('systemd-analyze', 'verify', '--man=no', ...units);
  // That there is no Node and no clone where they expect it is this machine's.
  const lines = said.split('\n').filter((line) => line !== '' && !line.includes('is not executable'));
  expect(lines).toEqual([]);
});
