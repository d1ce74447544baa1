import '@tern/base/guard-sockets';
import { join } from 'node:path';
import { stopSignal } from '@tern/base/drain';
import { leaveLastWords } from '@tern/base/last-words';
import { limitEgress } from '@tern/base/limit-egress';
import { logHooks } from '@tern/base/log-line';
import { ConfigError } from '@tern/config/config-error';
import { egressOf } from '@tern/config/egress-of';
import { loadConfigOf } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { metricsPlace } from '@tern/config/metrics-place';
import { requireLogin } from '@tern/config/require-database';
import { nodeKeyNames, reportSecretNames } from '@tern/config/secrets';
import pino from 'pino';
import { compose } from './compose.ts';
import { productVersion } from './product-version.ts';
import { redactedPaths } from './redacted-paths.ts';
import { serveUntilStopped } from './serve-until-stopped.ts';
import { buildServer } from './server.ts';

/** Environment → config → compose → serve → dispose. */
async function start(): Promise<void> {
  const given = loadConfigOf('api', process.env);
  const config = { ...given, databaseUrl: requireLogin(given, 'api', process.env) };
  const metrics = metricsPlace(config, process.env);
  const secrets = loadSecrets(
    join(config.dataDir, 'secrets'),
    [
      'session-key',
      'factor-key',
      'password-pepper',
      ...nodeKeyNames,
      's3-secret-key',
      'screening-secret',
      ...reportSecretNames,
    ],
    process.env,
  );
  const log = pino({ name: 'api', level: config.logLevel, redact: redactedPaths, hooks: logHooks });
  leaveLastWords(log);
  limitEgress(egressOf(config, 'api'), (to) =>
    log.error(to, 'refused a connection to an address that is not in the settings'),
  );
  const version = productVersion();
  const stopping = stopSignal();
  const { server, ...composed } = await compose({ config, secrets, log, version, stopping });
  await serveUntilStopped({
    ...composed,
    app: await buildServer(server),
    at: { host: config.webHost, port: config.webPort },
    metrics: { ...metrics, port: config.apiMetricsPort, measure: server.measure },
    config,
    log,
    stopping,
  });
  process.exit(0);
}

start().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
