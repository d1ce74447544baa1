import { systemClock } from '@tern/base/clock';
import { aborted, drain } from '@tern/base/drain';
import type { Config } from '@tern/config/config';
import type { MetricsPlace } from '@tern/config/metrics-place';
import type { RequestMeasure } from '@tern/server/house/metrics/public';
import { noteReading, placeOf, type BeatingProcess, type Reporting } from '@tern/server/house/processes/public';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { serveMetrics } from './serve-metrics.ts';

export type ServeOptions = {
  readonly app: FastifyInstance;
  readonly at: { readonly host: string; readonly port: number };
  readonly metrics: MetricsPlace & { readonly port: number; readonly measure: RequestMeasure };
  readonly config: Pick<Config, 'drainSeconds' | 'drainLimitSeconds'>;
  readonly log: FastifyBaseLogger;
  /** Has the process report that it lives. */
  readonly report: (of: Pick<BeatingProcess, 'place' | 'metricsReadMsAgo'>) => Reporting;
  /** Why this process cannot serve now, but for that it stops. */
  readonly findHindrances: () => Promise<readonly string[]>;
  /** Aborts when the process is told to stop. */
  readonly stopping: AbortSignal;
  /** Ends the open streams, which would keep the server from closing; whoever reads one connects again, elsewhere. */
  readonly endStreams: () => Promise<void>;
  /** Closes what requests need, once there are none any more. */
  readonly dispose: () => Promise<void>;
};

const idleLookMs = 50;

/**
 * Serves until the process is told to stop. Then it is no longer ready, goes on for DRAIN_SECONDS so that the load balancer
 * sends people elsewhere, takes no new connection, and ends what is under way. Resolves when nothing is left.
 */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const { app, config, log, stopping, findHindrances } = options;
  const reading = noteReading(systemClock);
  const health = await serveMetrics({
    ...options.metrics,
    findHindrances: async () => (stopping.aborted ? ['it is stopping'] : await findHindrances()),
    onRead: reading.note,
  });
  const url = await app.listen(options.at);
  const reporting = options.report({ place: placeOf(health.port), metricsReadMsAgo: reading.msAgo });
  process.stdout.write(`${JSON.stringify({ ready: true, url, healthPort: health.port })}\n`);

  await aborted(stopping);
  // At once: what is cut off later has been told to end, too.
  const reported = reporting.stop();
  const outcome = await drain({
    delaySeconds: config.drainSeconds,
    limitSeconds: config.drainLimitSeconds,
    finish: async () => {
      await closeApp(options);
      await reported;
      await health.close();
      await options.dispose();
    },
  });
  if (outcome === 'cut-off') log.warn('some requests took longer than DRAIN_LIMIT_SECONDS and were cut off');
}

async function closeApp({ app, endStreams }: ServeOptions): Promise<void> {
  const closed = app.close();
  // A connection that was busy when the server closed is idle only later; nobody else would look.
  const looking = setInterval(() => app.server.closeIdleConnections(), idleLookMs);
  try {
    await endStreams();
    await closed;
  } finally {
    clearInterval(looking);
  }
}
