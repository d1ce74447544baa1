import { join } from 'node:path';
import type { Config } from '@tern/config/config';
import { loadConfigOf } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';

type Env = Readonly<Record<string, string | undefined>>;

/** What every command of the signer is told; no secret is among it. */
export type SignerInstallation = {
  readonly profile: Config['ternProfile'];
  readonly logLevel: Config['logLevel'];
  /** The signer's own folder: sealed seed and store. Not part of the product's database or of its backups. */
  readonly directory: string;
  readonly socketPath: string;
  /** Socket of the process that holds the keys, where it is not this one. */
  readonly keyService: string | undefined;
  readonly config: Config;
};

/** For who talks to a running signer. */
export type ClientSettings = SignerInstallation & { readonly secret: Uint8Array };

/** For who opens the sealed seed. */
export type SeedSettings = SignerInstallation & { readonly passphrase: string };

/** For the signer itself. The passphrase is empty where a key service holds the keys: then it is not given what opens a seed. */
export type SignerSettings = ClientSettings & SeedSettings;

/** @throws ConfigError naming every wrong setting, with what is allowed */
export function readInstallation(env: Env): SignerInstallation {
  const config = loadConfigOf('signer', env);
  return {
    profile: config.ternProfile,
    logLevel: config.logLevel,
    directory: join(config.dataDir, 'signer'),
    socketPath: config.signerSocket,
    keyService: config.signerKeyService,
    config,
  };
}

/** @throws ConfigError */
export function readClientSettings(env: Env): ClientSettings {
  const installation = readInstallation(env);
  return { ...installation, secret: loadSecrets(folderOf(installation), ['signer-secret'], env)['signer-secret'] };
}

/** @throws ConfigError; Error where the seed is with a key service */
export function readSeedSettings(env: Env): SeedSettings {
  const installation = readInstallation(env);
  if (installation.keyService !== undefined) throw new Error(seedIsElsewhere);
  const { 'signer-passphrase': passphrase } = loadSecrets(folderOf(installation), ['signer-passphrase'], env);
  return { ...installation, passphrase };
}

/** @throws ConfigError naming every wrong setting and secret, with what is allowed */
export function readSettings(env: Env): SignerSettings {
  const installation = readInstallation(env);
  if (installation.keyService !== undefined) return { ...readClientSettings(env), passphrase: '' };
  const { 'signer-secret': secret, 'signer-passphrase': passphrase } = loadSecrets(
    folderOf(installation),
    ['signer-secret', 'signer-passphrase'],
    env,
  );
  return { ...installation, secret, passphrase };
}

function folderOf({ config }: SignerInstallation): string {
  return join(config.dataDir, 'secrets');
}

const seedIsElsewhere =
  'SIGNER_KEY_SERVICE is set, so the seed is not here. Run this as the user of the key service, with its own DATA_DIR and ' +
  'without SIGNER_KEY_SERVICE.';
