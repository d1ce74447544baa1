import { join } from 'node:path';
import { isOwnMachine } from '@tern/base/is-own-machine';
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';
import { loadSecrets } from './load-secrets.ts';

/** Where a process reports health and metrics, and what has to be shown for the metrics. */
export type MetricsPlace = { readonly host: string; readonly token: string | undefined };

/** Throws `ConfigError` where other machines could read metrics without showing anything. */
export function metricsPlace(
  { metricsHost: host, dataDir }: Pick<Config, 'metricsHost' | 'dataDir'>,
  env: Readonly<Record<string, string | undefined>>,
): MetricsPlace {
  const { 'metrics-token': token } = loadSecrets(join(dataDir, 'secrets'), ['metrics-token'], env);
  if (token === undefined && !isOwnMachine(host))
    throw new ConfigError([
      {
        name: 'secret metrics-token',
        message: 'has to be there where METRICS_HOST is not this machine itself: other machines could read the metrics',
      },
    ]);
  return { host, token };
}
