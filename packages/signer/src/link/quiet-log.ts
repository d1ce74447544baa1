import type { Clock } from '@tern/base/clock';
import type { Logger } from 'pino';

const pauseMs = 10_000;

/** Says that connections are refused, once in ten seconds with how many they were: a flood must not fill the disk. */
export function openQuietLog(
  log: Pick<Logger, 'warn'>,
  clock: Clock,
): (reason: string, from: string | undefined) => void {
  let saidMs = -Infinity;
  let unsaid = 0;
  return (reason, from) => {
    unsaid += 1;
    const nowMs = clock.nowMs();
    if (nowMs >= saidMs && nowMs < saidMs + pauseMs) return;
    log.warn({ reason, from, connections: unsaid }, 'refused a connection');
    saidMs = nowMs;
    unsaid = 0;
  };
}
