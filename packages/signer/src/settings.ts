import { join } from 'node:path';
import type { PinnedAddress } from '@tern/base/connect-pinned';
import type { Identity } from '@tern/base/pinned-certificate';
import type { Config } from '@tern/config/config';
import { ConfigError } from '@tern/config/config-error';
import { loadConfigOf } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { signerPlace } from '@tern/config/signer-place';
import type { SignerPlace } from '@tern/tron/signer-client';
import type { NetworkPlace } from './link/listen-on-network.ts';

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
export type ClientSettings = SignerInstallation & {
  readonly secret: Uint8Array;
  /** Where it is: at the socket of this machine, or on another machine. */
  readonly place: SignerPlace;
};

/** For who opens the sealed seed. */
export type SeedSettings = SignerInstallation & { readonly passphrase: string };

/** For the signer itself, with where it serves other machines. The passphrase is empty where a key service holds the keys: then it is not given what opens a seed. */
export type SignerSettings = SeedSettings & {
  readonly secret: Uint8Array;
  readonly network: NetworkPlace | undefined;
  readonly standby: PinnedAddress | undefined;
};

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
  const { 'signer-secret': secret, 'signer-tls-operator': identity } = loadSecrets(
    folderOf(installation),
    ['signer-secret', 'signer-tls-operator'],
    env,
  );
  return { ...installation, secret, place: signerPlace(installation.config, 'signer-tls-operator', identity) };
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
  const folder = folderOf(installation);
  const loaded =
    installation.keyService === undefined
      ? loadSecrets(folder, ['signer-secret', 'signer-tls', 'signer-passphrase'], env)
      : { ...loadSecrets(folder, ['signer-secret', 'signer-tls'], env), 'signer-passphrase': '' };
  const { 'signer-secret': secret, 'signer-tls': identity, 'signer-passphrase': passphrase } = loaded;
  return {
    ...installation,
    secret,
    passphrase,
    network: networkOf(installation, identity),
    standby: standbyOf(installation, identity),
  };
}

function networkOf({ config }: SignerInstallation, identity: Identity | undefined): NetworkPlace | undefined {
  const { signerListen, signerClients } = config;
  if (signerListen === undefined) return undefined;
  if (identity === undefined)
    throw new ConfigError([{ name: 'secret signer-tls', message: 'has to be there where SIGNER_LISTEN is set' }]);
  return { ...signerListen, identity, clients: signerClients ?? [] };
}

function standbyOf({ config }: SignerInstallation, identity: Identity | undefined): PinnedAddress | undefined {
  const { signerStandby, signerStandbyPins } = config;
  if (signerStandby === undefined) return undefined;
  if (identity === undefined)
    throw new ConfigError([{ name: 'secret signer-tls', message: 'has to be there where SIGNER_STANDBY is set' }]);
  return { ...signerStandby, identity, pins: signerStandbyPins ?? [] };
}

function folderOf({ config }: SignerInstallation): string {
  return join(config.dataDir, 'secrets');
}

const seedIsElsewhere =
  'SIGNER_KEY_SERVICE is set, so the seed is not here. Run this as the user of the key service, with its own DATA_DIR and ' +
  'without SIGNER_KEY_SERVICE.';
