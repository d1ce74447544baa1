import type { z } from 'zod';
import { ConfigError, type ConfigFault } from './config-error.ts';
import type { Config } from './config.ts';
import { findContradictions } from './find-contradictions.ts';
import type { Setting } from './setting.ts';
import { settings } from './settings.ts';

/**
 * Reads and checks every setting from `env` (usually `process.env`); an empty text counts as not given.
 * Throws `ConfigError` naming all wrong values at once. Values of secrets are elsewhere: `load-secrets`.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: ConfigFault[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, each] of Object.entries<Setting<unknown>>(settings)) {
    const given = env[name] === '' ? undefined : env[name];
    const wanted = given ?? each.fallback;
    if (wanted === undefined) {
      config[camel(name)] = undefined;
      continue;
    }
    const read = each.schema.safeParse(wanted);
    if (read.success) config[camel(name)] = read.data;
    else faults.push({ name, message: `${JSON.stringify(wanted)} is not allowed; ${allowed(read.error)}` });
  }
  if (env['TERN_PROFILE'] === 'production') faults.push(...missingInProduction(env));
  if (faults.length > 0) throw new ConfigError(faults);
  const complete = config as Config;
  const contradictions = findContradictions(complete);
  if (contradictions.length > 0) throw new ConfigError(contradictions);
  return complete;
}

/** The field of `Config` that holds a setting. */
export function camel(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function allowed(error: z.ZodError): string {
  return [...new Set(error.issues.map((issue) => issue.message))].join('; ');
}

function missingInProduction(env: Readonly<Record<string, string | undefined>>): readonly ConfigFault[] {
  return Object.entries<Setting<unknown>>(settings)
    .filter(([name, each]) => each.productionMustSet === true && (env[name] ?? '') === '')
    .map(([name]) => ({ name, message: 'has to be set in the production profile' }));
}
