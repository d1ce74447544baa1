import { renameSync, writeFileSync } from 'node:fs';
import { authenticatorCode, authenticatorStep, untilNextStep } from './authenticator-code.ts';

/** The clock of the api process, which runs ahead of the machine's by as much as the test wants. */
export type TurningClock = {
  /** What the process needs to follow it. */
  readonly env: Readonly<Record<string, string>>;
  readonly nowMs: () => number;
  readonly advance: (ms: number) => void;
};

export function openTurningClock(file: string): TurningClock {
  let aheadMs = 0;
  const save = (): void => {
    // A reader sees the old or the new offset, never half of one.
    writeFileSync(`${file}.new`, String(aheadMs));
    renameSync(`${file}.new`, file);
  };
  save();
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('./shift-clock.ts', import.meta.url).href}`,
      TESTKIT_CLOCK_FILE: file,
    },
    nowMs: () => Date.now() + aheadMs,
    advance: (ms) => {
      aheadMs += ms;
      save();
    },
  };
}

/**
 * Codes of one authenticator, each good once: where the present step was used, the clock is turned to the beginning of
 * the next, in which codes of the step before stay good for ten seconds.
 */
export function openAuthenticator(clock: TurningClock, secret: string): { readonly nextCode: () => string } {
  let lastStep = 0;
  return {
    nextCode: () => {
      if (authenticatorStep(clock.nowMs()) <= lastStep) clock.advance(untilNextStep(clock.nowMs()));
      lastStep = authenticatorStep(clock.nowMs());
      return authenticatorCode(secret, lastStep);
    },
  };
}
