import { join, resolve } from 'node:path';
import type { Config } from '@tern/config/config';
import type { ConfigFault } from '@tern/config/config-error';
import { judgeSecrets, type JudgedSecrets } from '@tern/config/judge-secrets';
import { judgeSettings, type JudgedSettings } from '@tern/config/judge-settings';
import type { Environment } from '@tern/installation/environment';
import { findWrongAddresses } from './find-wrong-addresses.ts';

export type JudgedProduction = {
  readonly config: Config;
  readonly secretsDir: string;
  readonly settings: JudgedSettings;
  readonly secrets: JudgedSecrets;
};

/** Settings and secrets as a production installation in `root` would read them. */
export function judgeProduction(root: string, given: Environment): JudgedProduction {
  const { malformed, ...judged } = judgeSettings(given);
  const settings = { ...judged, malformed: [...malformed, ...findWrongAddresses(judged.config)] };
  const secretsDir = join(resolve(root, settings.config.dataDir), 'secrets');
  return { config: settings.config, secretsDir, settings, secrets: judgeSecrets(settings.config, secretsDir, given) };
}

/** Everything that keeps it from starting, for one error that says it all. */
export function listFaults({ secretsDir, settings, secrets }: JudgedProduction): readonly ConfigFault[] {
  const ofSecret = ({ name, message }: ConfigFault): ConfigFault => ({ name: `secret ${name}`, message });
  return [
    ...settings.malformed,
    ...settings.missing,
    ...settings.contradictory,
    ...[...secrets.wrong, ...secrets.toHandIn].map(ofSecret),
    ...secrets.toGenerate.map((name) => ofSecret({ name, message: `there is no file ${join(secretsDir, name)}` })),
  ];
}
