import type { Clock } from '@tern/base/clock';
import type { ReadProgress } from '@tern/server/money/deposits/public';
import type { Logger } from 'pino';

/** How reading the chain goes. `secondsLeft` is null at the end of the chain and while no speed is known. */
export type CatchUpState = {
  readonly bookedBlock: number | null;
  readonly blocksBehind: number | null;
  readonly blocksPerSecond: number | null;
  readonly secondsLeft: number | null;
};

export type CatchUp = {
  readonly follow: (progress: ReadProgress) => void;
  readonly state: () => CatchUpState;
};

/** Fewer blocks behind than this is the usual course, not catching up. */
const behindMin = 100;
const logEveryMs = 10_000;

/** Measures how fast blocks are booked, and says so in the log while there are many to come. */
export function openCatchUp({ clock, log }: { readonly clock: Clock; readonly log: Logger }): CatchUp {
  let last: ReadProgress | undefined;
  let mark: { readonly atMs: number; readonly booked: number } | undefined;
  let blocksPerSecond: number | null = null;
  const state = (): CatchUpState => {
    const blocksBehind = last === undefined ? null : last.solid - last.booked;
    const secondsLeft =
      blocksBehind === null || blocksBehind === 0 || blocksPerSecond === null || blocksPerSecond === 0
        ? null
        : Math.ceil(blocksBehind / blocksPerSecond);
    return { bookedBlock: last?.booked ?? null, blocksBehind, blocksPerSecond, secondsLeft };
  };
  return {
    follow: (progress) => {
      last = progress;
      const nowMs = clock.nowMs();
      mark ??= { atMs: nowMs, booked: progress.booked };
      const elapsedMs = nowMs - mark.atMs;
      if (elapsedMs < logEveryMs) return;
      blocksPerSecond = Math.round(((progress.booked - mark.booked) * 10_000) / elapsedMs) / 10;
      mark = { atMs: nowMs, booked: progress.booked };
      if (progress.solid - progress.booked >= behindMin) log.info(state(), 'catching up with the chain');
    },
    state,
  };
}
