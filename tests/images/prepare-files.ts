import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../tools/images/engine.ts';
import type { Settings } from '../flows/support/production-installation.ts';

/** As deploy/compose.yaml says who is who. */
export const owners = { wallet: 10_001, proxy: 10_003 } as const;

export const hosts = { wallet: 'wallet.example.com', console: 'console.example.com' } as const;

export type Identity = { readonly key: string; readonly cert: string };

/** A key and a certificate that vouches for itself, for these host names. */
export function makeIdentity({ run, folder }: Engine, ...names: readonly [string, ...string[]]): Identity {
  const [key, cert] = ['identity.key', 'identity.pem'].map((name) => join(folder, name)) as [string, string];
  const alternatives = names.map((name) => `DNS:${name}`).join(',');
  run(
    ...(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'] as const),
    ...['-days', '2', '-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${alternatives}`],
    ...['-keyout', key, '-out', cert],
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

export type Files = {
  /** WALLET_FILES and WALLET_DATA. */
  readonly files: string;
  readonly data: string;
  /** What the wallet's hosts show. */
  readonly proxy: Identity;
};

export type FilesPlan = {
  readonly engine: Engine;
  readonly image: string;
  readonly folder: string;
  /** As `npm run production -- generate` made them, and the ceremony filled the signer's folder. */
  readonly settings: Settings;
  /** Of what is on this machine, for containers: names, and who vouches for them. */
  readonly outside: { readonly settings: Settings; readonly cert: string; readonly pictureSecret: string };
  readonly databaseUser: number;
};

/** Fills the folders that deploy/compose.yaml reads, each file as its comments say. */
export function prepareFiles({ engine, image, folder, settings, outside, databaseUser }: FilesPlan): Files {
  const [files, data] = [join(folder, 'files'), join(folder, 'containers')];
  const secrets = join(files, 'secrets');
  for (const path of [secrets, data]) mkdirSync(path, { recursive: true });
  const keep = (name: string, text: string, owner: number = owners.wallet): void => {
    writeFileSync(join(secrets, name), text, { mode: 0o400 });
    chownSync(join(secrets, name), owner, owner);
  };
  const given = join(settings['DATA_DIR'] ?? '', 'secrets');
  for (const name of readdirSync(given)) keep(name, readFileSync(join(given, name), 'utf8'));
  const [database, proxy] = [makeIdentity(engine, 'database'), makeIdentity(engine, hosts.wallet, hosts.console)];
  keep('database-password-owner', randomBytes(18).toString('hex'), databaseUser);
  // PostgreSQL reads it at its first start, and `migrate`, whose group the file has.
  chownSync(join(secrets, 'database-password-owner'), databaseUser, owners.wallet);
  chmodSync(join(secrets, 'database-password-owner'), 0o440);
  keep('database-tls-key', database.key, databaseUser);
  keep('proxy-tls', `${proxy.key}${proxy.cert}`, owners.proxy);
  for (const name of ['metrics-token', 'smtp-password']) keep(name, randomBytes(24).toString('hex'));
  keep('s3-secret-key', outside.pictureSecret);
  const write = (name: string, lines: Settings): void =>
    writeFileSync(
      join(files, name),
      Object.entries(lines)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    );
  writeFileSync(join(files, 'database.pem'), database.cert);
  writeFileSync(join(files, 'ca.pem'), `${database.cert}${outside.cert}`);
  writeFileSync(join(files, 'office.lst'), '203.0.113.0/24\n');
  const pins = makeSignerCertificates(engine, image, folder, keep);
  write('env', { ...forAll(settings), ...outside.settings, SIGNER_PINS: `${pins.first},${pins.second}` });
  write('env.signer-1', {
    SIGNER_CLIENTS: `worker:${pins.worker},signer:${pins.second}`,
    SIGNER_STANDBY: 'signer-2:4340',
    SIGNER_STANDBY_PINS: pins.second,
  });
  write('env.signer-2', { SIGNER_CLIENTS: `worker:${pins.worker},signer:${pins.first}` });
  // The seed and the policy of the ceremony are the first signer's; the second gets a copy from it.
  for (const name of ['signer-1', 'signer-2']) mkdirSync(join(data, name));
  cpSync(join(settings['DATA_DIR'] ?? '', 'signer'), join(data, 'signer-1/signer'), { recursive: true });
  giveTo(data, owners.wallet);
  return { files, data, proxy };
}

/** What the machine of the ceremony has for itself is no setting of containers. */
function forAll(settings: Settings): Settings {
  const own = /^(?:DATA_DIR|DATABASE_PORT|SIGNER_SOCKET|TERN_PROFILE|.*_PORT)$/;
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => !own.test(name) && value !== ''));
}

/** With the signer's own command, in containers without a network. Their pins are no secret. */
function makeSignerCertificates(
  { run }: Engine,
  image: string,
  folder: string,
  keep: (name: string, text: string) => void,
): Readonly<Record<'first' | 'second' | 'worker', string>> {
  const make = (place: string, holder: 'signer' | 'worker', name: string): string => {
    const out = join(folder, 'certificates', place);
    mkdirSync(out, { recursive: true });
    chownSync(out, owners.wallet, owners.wallet);
    const said = run(
      ...(['podman', 'run', '--rm', '--network', 'none', '--read-only', '--cap-drop', 'all'] as const),
      ...['--tmpfs', '/tmp', '--volume', `${out}:/out`, '--env', 'TERN_PROFILE=test', '--env', 'DATA_DIR=/tmp/wallet'],
      ...[image, 'signer', 'make-certificates', '/out', holder],
    );
    const file = holder === 'signer' ? 'signer-tls' : 'signer-tls-worker';
    keep(name, readFileSync(join(out, file), 'utf8'));
    const pin = /=(?:worker:)?([\w-]{43})$/m.exec(said)?.[1];
    if (pin === undefined) throw new Error(`no pin in what make-certificates said:\n${said}`);
    return pin;
  };
  return {
    first: make('first', 'signer', 'signer-1-tls'),
    second: make('second', 'signer', 'signer-2-tls'),
    worker: make('worker', 'worker', 'signer-tls-worker'),
  };
}

export function giveTo(folder: string, owner: number): void {
  chownSync(folder, owner, owner);
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), owner, owner);
}
