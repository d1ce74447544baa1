import '@tern/base/guard-sockets';
import { aborted, drain, stopSignal } from '@tern/base/drain';
import { leaveLastWords } from '@tern/base/last-words';
import { limitEgress } from '@tern/base/limit-egress';
import { logHooks } from '@tern/base/log-line';
import { egressOf } from '@tern/config/egress-of';
import { pino } from 'pino';
import { readSettings } from './read-settings.ts';
import { startWorker } from './start-worker.ts';

const stopping = stopSignal();

try {
  const settings = readSettings(process.env);
  // Standard output carries the readiness line alone.
  const log = pino({ name: 'worker', level: settings.config.logLevel, hooks: logHooks }, pino.destination(2));
  leaveLastWords(log);
  limitEgress(egressOf(settings.config, 'worker'), (to) =>
    log.error(to, 'refused a connection to an address that is not in the settings'),
  );
  const worker = await startWorker(settings, { log, signal: stopping });
  process.stdout.write(`${JSON.stringify({ ready: true, healthPort: worker.healthPort })}\n`);
  await aborted(stopping);
  // Nobody sends anything here that could be sent elsewhere first, so it stops at once.
  const outcome = await drain({
    delaySeconds: 0,
    limitSeconds: settings.config.drainLimitSeconds,
    finish: worker.stop,
  });
  if (outcome === 'cut-off')
    log.warn('some steps took longer than DRAIN_LIMIT_SECONDS: other workers take over when their claims run out');
  process.exit(0);
} catch (error) {
  // Told to stop while it waited for its start.
  if (stopping.aborted && error instanceof Error && error.name === 'AbortError') process.exit(0);
  process.stderr.write(`${error instanceof Error ? error.message : 'the worker did not start'}\n`);
  process.exit(1);
}
