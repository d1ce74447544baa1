import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadConfig } from '@tern/config/load-config';
import { readEnvironment, type Environment } from '@tern/installation/environment';
import type { Installation } from '@tern/installation/processes';

/** Reads and checks the settings of the installation in `root` and makes its data folder. Throws `ConfigError`. */
export function describeInstallation(root: string, surrounding: Environment): Installation {
  const given = readEnvironment(root, surrounding);
  const config = loadConfig(given);
  const dataDir = resolve(root, config.dataDir);
  // Passable, not listable: the database's own user has to get through to its files; secrets and logs are closed.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  return { root, config, given, dataDir, secretsDir: join(dataDir, 'secrets') };
}
