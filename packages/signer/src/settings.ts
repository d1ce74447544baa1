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
  readonly passphrase: string;
  readonly config: Config;
};

/** @throws ConfigError naming every wrong setting and secret, with what is allowed */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SignerSettings {
  const config = loadConfig(env);
  const secrets = loadSecrets(join(config.dataDir, 'secrets'), ['signer-secret', 'signer-passphrase'], env);
  return {
    profile: config.ternProfile,
    logLevel: config.logLevel,
    directory: join(config.dataDir, 'signer'),
    socketPath: config.signerSocket,
    secret: secrets['signer-secret'],
    passphrase: secrets['signer-passphrase'],
    config,
  };
}
