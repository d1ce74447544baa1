import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { explain } from '@tern/config/explain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkProduction } from './check.ts';
import { explainAll } from './explain.ts';
import { generate, printNew } from './generate.ts';
import { judgeProduction, listFaults } from './judge-production.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'production-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ports = Object.fromEntries(
  ['WEB', 'CONSOLE', 'WORKER_HEALTH', 'API_METRICS', 'CONSOLE_METRICS'].map((name, n) => [
    `${name}_PORT`,
    `${29_090 + n}`,
  ]),
);

function fillIn(): void {
  const file = join(root, '.env');
  const filled = readFileSync(file, 'utf8').replaceAll(/^#([A-Z_]+)=$/gm, (_, name: string) => {
    const example = name.endsWith('_CONTRACT') ? usdt : explain(name)?.example;
    return `${name}=${example ?? ''}`;
  });
  writeFileSync(file, filled);
}

test('from nothing to ready in two looks: one says everything, the other that nothing is left', async () => {
  const first = await checkProduction(root, ports);
  expect(first.isReady).toBe(false);
  expect(first.lines.join('\n')).toMatch(/TERN_PROFILE[^]*PUBLIC_URL[^]*SMS_WEBHOOK_URL[^]*session-key/);
  generate(root, ports);
  fillIn();
  const withoutPassword = (await checkProduction(root, ports)).lines.join('\n');
  expect(withoutPassword).toContain('Store it: npm run production -- rotate smtp-password');
  expect(withoutPassword).not.toContain('chmod');
  writeFileSync(join(root, '.tern', 'secrets', 'smtp-password'), 'of the mail server', { mode: 0o600 });
  const second = await checkProduction(root, ports);
  expect(second.lines.join('\n')).toContain('Nothing is missing; 10 secrets are in place.');
  expect(second.isReady).toBe(true);
  const given = parseEnv(readFileSync(join(root, '.env'), 'utf8'));
  expect(listFaults(judgeProduction(root, given))).toEqual([]);
});

test('what comes next is the ceremony while there is no seed, and then the start', async () => {
  generate(root, ports);
  fillIn();
  writeFileSync(join(root, '.tern', 'secrets', 'smtp-password'), 'of the mail server', { mode: 0o600 });
  const last = async (more: Record<string, string> = {}) =>
    (await checkProduction(root, { ...ports, ...more })).lines.at(-1) ?? '';
  expect(await last()).toMatch(/Next: the ceremony, docs\/operations\/ceremony\.md, .* Then npm start\.$/);
  expect(await last({ SIGNER_KEY_SERVICE: '/run/keys.sock' })).toContain('keys in another process, then npm start.');
  mkdirSync(join(root, '.tern', 'signer'));
  writeFileSync(join(root, '.tern', 'signer', 'seed.sealed'), '');
  expect(await last()).toMatch(/Next: npm start\.$/);
});

test('secrets that nothing needs are one line for information, and a loss is a line of its own', async () => {
  generate(root, ports);
  fillIn();
  writeFileSync(join(root, '.tern', 'secrets', 'smtp-password'), 'of the mail server', { mode: 0o600 });
  const { lines } = await checkProduction(root, ports);
  const about = lines.filter((line) => line.includes('not there'));
  expect(about).toHaveLength(2);
  expect(about[0]).toMatch(/message-report-secret is not there: .* Without it, no bounced mail/);
  expect(about[1]).toMatch(
    /: database-password-owner \(where the database asks .*, twilio-token \(where SMS_PROVIDER is twilio\), .*s3-secret-key \(where PICTURE_STORE is s3\), metrics-token \(where METRICS_HOST is not this machine itself\)\.$/,
  );
  expect(about[1]).not.toContain('smtp-password');
});

test('a proxy whose address would be everybody’s is an open point, with what to set', async () => {
  generate(root, ports);
  fillIn();
  writeFileSync(join(root, '.tern', 'secrets', 'smtp-password'), 'of the mail server', { mode: 0o600 });
  const { lines, isReady } = await checkProduction(root, { ...ports, TRUSTED_PROXY_HOPS: '0' });
  expect(isReady).toBe(false);
  expect(lines.join('\n')).toMatch(
    /TRUSTED_PROXY_HOPS: is 0 although .* shares its limits\. Set the number .*\n.*from 0 to 5/,
  );
});

test('X02 what is generated is closed to others, shown to nobody, and never made twice', () => {
  const said = generate(root, {}).join('\n');
  const dir = join(root, '.tern', 'secrets');
  const values = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8').trim());
  expect(values).toHaveLength(9);
  for (const value of values) expect(said).not.toContain(value);
  for (const file of [...readdirSync(dir).map((name) => join(dir, name)), join(root, '.env')])
    expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(join(root, '.env'), 'MINE=1\n');
  generate(root, {});
  expect(readFileSync(join(root, '.env'), 'utf8')).toBe('MINE=1\n');
  expect(readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8').trim())).toEqual(values);
});

test('the data folder can be passed through, for the user of the database, and not listed', () => {
  generate(root, {});
  expect(statSync(join(root, '.tern')).mode & 0o777).toBe(0o711);
  expect(statSync(join(root, '.tern', 'secrets')).mode & 0o777).toBe(0o700);
});

test('a start that would fail says everything, also an address with a wrong letter', async () => {
  const given = { TERN_PROFILE: 'production', TRON_NETWORK: 'nile', USDT_CONTRACT: `${usdt.slice(0, -1)}u`, ...ports };
  const names = listFaults(judgeProduction(root, given)).map(({ name }) => name);
  expect(names).toContain('USDT_CONTRACT');
  expect(names).toContain('PUBLIC_URL');
  expect(names).toContain('secret session-key');
  expect((await checkProduction(root, given)).lines.join('\n')).toContain('its checksum is wrong');
});

test('a new secret is shown only where it is asked for, and none that others hand out', () => {
  expect(printNew('session-key')).toMatch(/^[\w-]{43}$/);
  expect(() => printNew('smtp-password')).toThrow('handed out');
  expect(explainAll(['WEB_PORT'])).toContain('a whole number from 1 to 65535');
  expect(() => explainAll(['WEB_PROT'])).toThrow('neither a setting nor a secret');
});
