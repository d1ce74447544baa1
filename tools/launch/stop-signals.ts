const debounceMs = 1000;

export type StopSignals = {
  /** Aborts at the first Ctrl-C or termination signal. */
  readonly stop: AbortSignal;
  /** Aborts at the second one. */
  readonly force: AbortSignal;
};

/**
 * Listens for Ctrl-C and termination. One key press arrives several times, from the terminal, from npm and from the
 * bootstrap; what comes within a second of the first therefore counts as the same.
 */
export function stopSignals(): StopSignals {
  const stop = new AbortController();
  const force = new AbortController();
  let firstMs: number | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const nowMs = performance.now();
      firstMs ??= nowMs;
      if (!stop.signal.aborted) stop.abort();
      else if (nowMs - firstMs > debounceMs) force.abort();
    });
  }
  return { stop: stop.signal, force: force.signal };
}
