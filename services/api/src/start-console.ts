import '@tern/base/guard-sockets';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@tern/base/clock';
import { stopSignal } from '@tern/base/drain';
import { leaveLastWords } from '@tern/base/last-words';
import { limitEgress } from '@tern/base/limit-egress';
import { logHooks } from '@tern/base/log-line';
import { consoleUrl, tronNodes } from '@tern/config/addresses';
import { ConfigError } from '@tern/config/config-error';
import { egressOf } from '@tern/config/egress-of';
import { loadConfigOf } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { metricsPlace } from '@tern/config/metrics-place';
import { pictureStoreOf } from '@tern/config/picture-store';
import { requireLogin } from '@tern/config/require-database';
import { openDatabase } from '@tern/db/database';
import { requireRightDatabase } from '@tern/db/require-right-database';
import { openObjectStore } from '@tern/object-store/open-object-store';
import { consoleDefaults, readConsoleSession } from '@tern/server/console/access/public';
import { explorerOf } from '@tern/server/house/installation/public';
import { measureRequests } from '@tern/server/house/metrics/public';
import { hasCode } from '@tern/tron/has-code';
import { openNetworkNode } from '@tern/tron/open-network-node';
import pino from 'pino';
import { buildConsoleServer } from './console/build-console-server.ts';
import { buildConsoleRouter } from './console/console-router.ts';
import { productVersion } from './product-version.ts';
import { redactedPaths } from './redacted-paths.ts';
import { reportProcess } from './report-process.ts';
import { requireBuild } from './require-build.ts';
import { serveUntilStopped } from './serve-until-stopped.ts';
import { serviceOptions } from './service/service-options.ts';

const folder = fileURLToPath(new URL('../../../apps/console/dist', import.meta.url));

/** The operators' console: a process of its own, with another database login than the one open to the world. */
async function start(): Promise<void> {
  const given = loadConfigOf('console', process.env);
  const config = { ...given, databaseUrl: requireLogin(given, 'console', process.env) };
  const metrics = metricsPlace(config, process.env);
  const secrets = loadSecrets(join(config.dataDir, 'secrets'), ['s3-secret-key', 'webhook-key'], process.env);
  const log = pino({ name: 'console', level: config.logLevel, redact: redactedPaths, hooks: logHooks });
  leaveLastWords(log);
  limitEgress(egressOf(config, 'console'), (to) =>
    log.error(to, 'refused a connection to an address that is not in the settings'),
  );
  const db = openDatabase({
    url: config.databaseUrl,
    applicationName: 'console',
    poolMax: config.databasePoolMax,
    onIdleError: (error) => log.error({ err: error }, 'database connection'),
  });
  const isProduction = config.ternProfile === 'production';
  requireBuild(folder, { name: 'console', isProduction, log });
  const { findHindrances } = await requireRightDatabase(db, { isProduction, clock: systemClock });
  const stopping = stopSignal();
  const url = consoleUrl(config);
  const measure = measureRequests();
  const [firstNode] = tronNodes(config);
  const node = openNetworkNode(firstNode);
  const access = {
    db,
    clock: systemClock,
    settings: { ...consoleDefaults, productName: config.productName, consoleUrl: url },
  };
  const app = await buildConsoleServer({
    log,
    trustedProxyHops: config.trustedProxyHops,
    secure: url.startsWith('https:'),
    measure,
    stopping,
    onFault: ({ requestId, route, error }) => {
      measure.failed();
      log.error({ requestId, route, err: error }, 'unexpected fault');
    },
    router: buildConsoleRouter({
      config,
      access,
      explorerUrl: explorerOf(config.tronNetwork, config.tronPrivateExplorerUrl),
      isContract: (address) => hasCode(node, address),
      webhookKey: secrets['webhook-key'],
      pictures: await openObjectStore(pictureStoreOf(config, secrets['s3-secret-key']), systemClock),
      alert: (event) => log.warn({ event }, 'alert'),
      fault: (error) => log.error({ err: error }, 'the alarms of the first page could not be read'),
      brokenFile: (error) => log.error({ err: error }, 'a file of the books broke off'),
    }),
    readSession: (token, caller) => readConsoleSession(access, token, caller),
    consoleUrl: url,
    productName: config.productName,
    service: serviceOptions({ config, db, clock: systemClock, version: productVersion() }),
    folder,
  });
  await serveUntilStopped({
    app,
    at: { host: config.consoleHost, port: config.consolePort },
    metrics: { ...metrics, port: config.consoleMetricsPort, measure },
    config,
    log,
    findHindrances,
    report: reportProcess(db, log),
    stopping,
    endStreams: () => Promise.resolve(),
    dispose: db.close,
  });
  process.exit(0);
}

start().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
