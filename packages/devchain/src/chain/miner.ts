import type { ChainCore } from './core.ts';
import { sealPending } from './seal-pending.ts';

export type MinerOptions = {
  readonly blockMs: number;
  /** Runs inside `core.exclusively` before each block. */
  readonly beforeBlock: () => Promise<void>;
};

/** Seals a block every `blockMs`. Returns how to stop, which waits for a block being sealed. */
export function startMiner(core: ChainCore, { blockMs, beforeBlock }: MinerOptions): () => Promise<void> {
  let sealing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sealing = core.exclusively(async () => {
      await beforeBlock();
      sealPending(core);
    });
  }, blockMs);
  return async () => {
    clearInterval(timer);
    await sealing;
  };
}
