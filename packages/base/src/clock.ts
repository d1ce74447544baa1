/** The only source of time. Nothing in the product calls `Date.now()`: tests own the clock. */
export type Clock = {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly nowMs: () => number;
  readonly now: () => Date;
};

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  now: () => new Date(),
};

export type ManualClock = Clock & {
  /** Moves time forward by `ms` (≥ 0). */
  readonly advance: (ms: number) => void;
  readonly set: (at: Date) => void;
};

/** A clock that stands still until a test moves it. */
export function manualClock(start: Date): ManualClock {
  let nowMs = start.getTime();
  return {
    nowMs: () => nowMs,
    now: () => new Date(nowMs),
    advance: (ms) => {
      nowMs += ms;
    },
    set: (at) => {
      nowMs = at.getTime();
    },
  };
}
