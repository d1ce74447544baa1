import { ConfigError, type ConfigFault } from './config-error.ts';
import type { Config } from './config.ts';
import { judgeSettings } from './judge-settings.ts';
import type { ProcessName } from './process-names.ts';
import type { Setting } from './setting.ts';
import { settings, type SettingName } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks every setting from `env` (usually `process.env`); an empty text counts as not given.
 * Throws `ConfigError` naming everything wrong, missing or contradictory at once. Values of secrets are elsewhere: `load-secrets`.
 */
export function loadConfig(env: Env): Config {
  const { config, malformed, missing, contradictory } = judgeSettings(env);
  const faults = [...malformed, ...missing, ...contradictory];
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/**
 * The same for one process, which may be alone on its machine: settings that it does not read may be missing there. What is
 * given has to be right whoever reads it.
 */
export function loadConfigOf(process: ProcessName, env: Env): Config {
  const { config, malformed, missing, contradictory } = judgeSettings(env);
  const isIts = ({ name }: ConfigFault): boolean => {
    const { readBy }: Setting<unknown> = settings[name as SettingName];
    return readBy.includes(process);
  };
  const faults = [...malformed, ...[...missing, ...contradictory].filter(isIts)];
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
