import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';
import { judgeSettings } from './judge-settings.ts';

/**
 * Reads and checks every setting from `env` (usually `process.env`); an empty text counts as not given.
 * Throws `ConfigError` naming everything wrong, missing or contradictory at once. Values of secrets are elsewhere: `load-secrets`.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { config, malformed, missing, contradictory } = judgeSettings(env);
  const faults = [...malformed, ...missing, ...contradictory];
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
