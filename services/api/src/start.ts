import '@tern/base/guard-sockets';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaveLastWords } from '@tern/base/last-words';
import { limitEgress } from '@tern/base/limit-egress';
import { logHooks } from '@tern/base/log-line';
import { ConfigError } from '@tern/config/config-error';
import { egressOf } from '@tern/config/egress-of';
import { loadConfig } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { nodeKeyNames, reportSecretNames } from '@tern/config/secrets';
import pino from 'pino';
import { compose } from './compose.ts';
import { redactedPaths } from './redacted-paths.ts';
import { serveMetrics } from './serve-metrics.ts';
import { buildServer } from './server.ts';

/** Environment → config → compose → serve → dispose. */
async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const secrets = loadSecrets(
    join(config.dataDir, 'secrets'),
    ['session-key', 'factor-key', 'password-pepper', ...nodeKeyNames, 's3-secret-key', ...reportSecretNames],
    process.env,
  );
  const log = pino({ name: 'api', level: config.logLevel, redact: redactedPaths, hooks: logHooks });
  leaveLastWords(log);
  limitEgress(egressOf(config, 'api'), (to) =>
    log.error(to, 'refused a connection to an address that is not in the settings'),
  );
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const { server, endStreams, dispose } = await compose({ config, secrets, log, version });
  const app = await buildServer(server);
  const metrics = await serveMetrics(config.apiMetricsPort, server.measure);
  const url = await app.listen({ host: config.webHost, port: config.webPort });

  const stop = async (): Promise<void> => {
    await endStreams();
    await app.close();
    await metrics.close();
    await dispose();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
}

start().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
