import { join } from 'node:path';
import type { Config } from '@tern/config/config';
import { loadConfig } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';

export type SignerSettings = {
  readonly profile: Config['ternProfile'];
  readonly logLevel: Config['logLevel'];
  /** The signer's own folder: sealed seed and store. Not part of the product's database or of its backups. */
  readonly directory: string;
  readonly socketPath: string;
  readonly secret: Uint8Array;
  /** Opens the sealed seed; empty where a key service holds the keys. */
  readonly passphrase: string;
  /** Socket of the process that holds the keys, where it is not this one. */
  readonly keyService: string | undefined;
  readonly config: Config;
};

/** @throws ConfigError naming every wrong setting and secret, with what is allowed */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SignerSettings {
  const config = loadConfig(env);
  const folder = join(config.dataDir, 'secrets');
  const { 'signer-secret': secret } = loadSecrets(folder, ['signer-secret'], env);
  const keyService = config.signerKeyService;
  // With a key service this process is not given what opens a seed.
  const passphrase =
    keyService === undefined ? loadSecrets(folder, ['signer-passphrase'], env)['signer-passphrase'] : '';
  return {
    profile: config.ternProfile,
    logLevel: config.logLevel,
    directory: join(config.dataDir, 'signer'),
    socketPath: config.signerSocket,
    secret,
    passphrase,
    keyService,
    config,
  };
}
