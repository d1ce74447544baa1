import { setTimeout as wait } from 'node:timers/promises';

/** One press of Ctrl-C comes several times, from the terminal and from every program between it and us. */
const debounceMs = 1_000;

/**
 * Aborts when the process is told to stop, by SIGTERM or SIGINT. Whoever tells it again later has waited long enough: it ends
 * at once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let firstMs: number | undefined;
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      const nowMs = performance.now();
      firstMs ??= nowMs;
      if (!stop.signal.aborted) stop.abort();
      else if (nowMs - firstMs > debounceMs) process.exit(1);
    });
  }
  return stop.signal;
}

/** Resolves when the signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

export type DrainOptions = {
  /** How long it goes on as before, so that nobody is sent here any more. */
  readonly delaySeconds: number;
  /** Takes nothing new, ends what is under way, and lets go of everything. */
  readonly finish: () => Promise<void>;
  /** The longest that `finish` may take. */
  readonly limitSeconds: number;
  /** The real wait unless a test brings its own. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const realPause: NonNullable<DrainOptions['pause']> = (ms, signal) => wait(ms, undefined, { signal });

/** Stops in order, within a bound. What was cut off, others have to make up for. */
export async function drain({
  delaySeconds,
  finish,
  limitSeconds,
  pause = realPause,
}: DrainOptions): Promise<'finished' | 'cut-off'> {
  const timer = new AbortController();
  if (delaySeconds > 0) await pause(delaySeconds * 1_000, timer.signal);
  const late = pause(limitSeconds * 1_000, timer.signal).then(
    () => 'cut-off' as const,
    () => 'finished' as const,
  );
  try {
    return await Promise.race([finish().then(() => 'finished' as const), late]);
  } finally {
    timer.abort();
  }
}
