import '@tern/base/guard-sockets';
import { leaveLastWords } from '@tern/base/last-words';
import { limitEgress } from '@tern/base/limit-egress';
import { logHooks } from '@tern/base/log-line';
import { egressOf } from '@tern/config/egress-of';
import { pino } from 'pino';
import { readSettings } from './read-settings.ts';
import { startWorker } from './start-worker.ts';

const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
process.once('SIGINT', () => stopping.abort());

try {
  const settings = readSettings(process.env);
  // Standard output carries the readiness line alone.
  const log = pino({ name: 'worker', level: settings.config.logLevel, hooks: logHooks }, pino.destination(2));
  leaveLastWords(log);
  limitEgress(egressOf(settings.config, 'worker'), (to) =>
    log.error(to, 'refused a connection to an address that is not in the settings'),
  );
  const worker = await startWorker(settings, { log, signal: stopping.signal });
  process.stdout.write(`${JSON.stringify({ ready: true, healthPort: worker.healthPort })}\n`);
  if (!stopping.signal.aborted) {
    await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve, { once: true }));
  }
  await worker.stop();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'the worker did not start'}\n`);
  process.exit(1);
}
