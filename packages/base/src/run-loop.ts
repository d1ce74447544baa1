import { setTimeout as wait } from 'node:timers/promises';

/** One step of a background loop. Returns how many items it handled; 0 means there was nothing to do. */
export type Tick = (signal: AbortSignal) => Promise<number>;

export type LoopOptions = {
  readonly name: string;
  readonly tick: Tick;
  /** How long to wait after a step that found nothing. */
  readonly idleMs: number;
  /** Longest wait after repeated failures; the wait doubles from `idleMs`. */
  readonly backoffMaxMs: number;
  readonly onError: (error: unknown, name: string) => void;
  readonly signal: AbortSignal;
  /** Cuts an idle wait short, for example on a database notification. */
  readonly wake?: EventTarget;
};

/**
 * Runs `tick` until the signal aborts: at once again after work, after `idleMs` without, backing off on errors.
 * A throw never ends the loop. Resolves when the running step has finished.
 */
export async function runLoop(options: LoopOptions): Promise<void> {
  let failures = 0;
  while (!options.signal.aborted) {
    let handled = 0;
    try {
      handled = await options.tick(options.signal);
      failures = 0;
    } catch (error) {
      if (options.signal.aborted) return;
      failures += 1;
      options.onError(error, options.name);
    }
    if (handled > 0) continue;
    const waitMs = failures === 0 ? options.idleMs : Math.min(options.backoffMaxMs, options.idleMs * 2 ** failures);
    await idle(waitMs, options);
  }
}

async function idle(ms: number, { signal, wake }: LoopOptions): Promise<void> {
  const woken = new AbortController();
  const onWake = (): void => woken.abort();
  wake?.addEventListener('wake', onWake, { once: true });
  await wait(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
  wake?.removeEventListener('wake', onWake);
}
