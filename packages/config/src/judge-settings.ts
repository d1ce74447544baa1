import type { z } from 'zod';
import type { ConfigFault } from './config-error.ts';
import type { Config } from './config.ts';
import { findContradictions } from './find-contradictions.ts';
import type { Setting } from './setting.ts';
import { settings } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What settings were read into, and everything that is wrong with them. */
export type JudgedSettings = {
  /** Right where all three lists are empty. Otherwise a wrong or missing setting has its default in it. */
  readonly config: Config;
  readonly malformed: readonly ConfigFault[];
  readonly missing: readonly ConfigFault[];
  readonly contradictory: readonly ConfigFault[];
};

/** What TRON_NETWORK can be in production; what each demands is said while nobody has chosen. */
const productionNetworks = ['mainnet', 'nile', 'private'];

/** Reads every setting from `env` and finds all faults in one go. Pure; never throws. */
export function judgeSettings(env: Env): JudgedSettings {
  const { config, malformed } = readAll(env);
  const missing = missingInProduction(env);
  const named = new Set([...malformed, ...missing].map(({ name }) => name));
  const perGuess = guessesOf(env, named.has('TRON_NETWORK')).map((guess) =>
    // A setting that is wrong or missing by itself is named once; its default contradicts nothing that anybody said.
    findContradictions(readAll(guess).config).filter(({ name }) => !name.split(', ').some((each) => named.has(each))),
  );
  return {
    config,
    malformed,
    missing,
    contradictory: perGuess.length === 1 ? perGuess.flat() : merge(perGuess.flat()),
  };
}

/** The field of `Config` that holds a setting. */
export function camel(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The messages of a refusal by a schema, each once. */
export function allowed(error: z.ZodError): string {
  return [...new Set(error.issues.map((issue) => issue.message))].join('; ');
}

function readAll(env: Env): { readonly config: Config; readonly malformed: readonly ConfigFault[] } {
  const malformed: ConfigFault[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, each] of Object.entries<Setting<unknown>>(settings)) {
    const given = env[name] === '' ? undefined : env[name];
    const wanted = given ?? each.fallback;
    const read = wanted === undefined ? undefined : each.schema.safeParse(wanted);
    if (read?.success === false) {
      malformed.push({ name, message: `${JSON.stringify(wanted)} is not allowed; ${allowed(read.error)}` });
      config[camel(name)] = each.fallback === undefined ? undefined : each.schema.parse(each.fallback);
    } else config[camel(name)] = read?.data;
  }
  return { config: config as Config, malformed };
}

function guessesOf(env: Env, isNetworkOpen: boolean): readonly Env[] {
  if (env['TERN_PROFILE'] !== 'production' || !isNetworkOpen) return [env];
  return productionNetworks
    .filter((network) => settings.TRON_NETWORK.schema.safeParse(network).success)
    .map((network) => ({ ...env, TRON_NETWORK: network }));
}

function missingInProduction(env: Env): readonly ConfigFault[] {
  if (env['TERN_PROFILE'] !== 'production') return [];
  return Object.entries<Setting<unknown>>(settings)
    .filter(([name, each]) => each.productionMustSet === true && (env[name] ?? '') === '')
    .map(([name]) => ({ name, message: 'has to be set in the production profile' }));
}

/** One fault for each name, with what each guess demands of it. */
function merge(faults: readonly ConfigFault[]): readonly ConfigFault[] {
  const names = [...new Set(faults.map(({ name }) => name))];
  return names.map((name) => {
    const messages = faults.filter((fault) => fault.name === name).map(({ message }) => message);
    return { name, message: [...new Set(messages)].join('; ') };
  });
}
