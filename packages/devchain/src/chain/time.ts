import type { Clock as BaseClock } from '@tern/base/clock';

/** Where block times come from. */
export type Clock = Pick<BaseClock, 'nowMs'>;

export type Mining =
  /** A block every `blockMs`, at the time of the clock. */
  | { readonly mode: 'interval'; readonly blockMs: number }
  /** Blocks on demand only; chain time is a function of the blocks alone. */
  | { readonly mode: 'manual' }
  /**
   * A block for each transaction; chain time as in `manual`. With `blockMs` there are also empty blocks, at most so far
   * apart, and blocks have the time of the clock: what waited for a block's age expires and becomes final by itself.
   */
  | { readonly mode: 'auto'; readonly blockMs?: number };

/** How often a block comes by itself, in milliseconds; `undefined` where blocks only come on demand. */
export function blockIntervalMs(mining: Mining): number | undefined {
  return mining.mode === 'manual' ? undefined : mining.blockMs;
}

/** Time between two blocks of a real chain. */
export const slotMs = 3_000;

/** Which slot since 1970 a time lies in. */
export function blockSlot(atMs: number): number {
  return Math.floor(atMs / slotMs);
}

export type ChainTime = {
  /** The time of a block that would follow one of time `headMs` now. */
  readonly nextBlockMs: (headMs: number) => number;
  /** What the node's own clock shows while its head is of time `headMs`: that time itself where there is no clock. */
  readonly nowMs: (headMs: number) => number;
  /** Moves chain time forward: the next block is `ms` later than it would have been. */
  readonly advance: (ms: number) => void;
  /** Tells that a block was sealed: an advance counts once where time is not a clock's. */
  readonly sealed: () => void;
  readonly saved: () => { readonly offsetMs: number; readonly skewMs: number };
  readonly restore: (saved: { readonly offsetMs: number; readonly skewMs: number }) => void;
};

export function createTime(mining: Mining, clock: Clock): ChainTime {
  let offsetMs = 0;
  let skewMs = 0;
  const follows = blockIntervalMs(mining) !== undefined;
  return {
    nextBlockMs: (headMs) => (follows ? Math.max(headMs + 1, clock.nowMs() + offsetMs) : headMs + slotMs + skewMs),
    nowMs: (headMs) => (follows ? clock.nowMs() + offsetMs : headMs),
    advance: (ms) => {
      if (follows) offsetMs += ms;
      else skewMs += ms;
    },
    sealed: () => {
      skewMs = 0;
    },
    saved: () => ({ offsetMs, skewMs }),
    restore: (saved) => {
      ({ offsetMs, skewMs } = saved);
    },
  };
}
