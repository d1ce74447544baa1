import { AsyncLocalStorage } from 'node:async_hooks';

/** What code that runs inside a simulated process gets in place of the machine's time and chance. */
export type Life = {
  /** As `worker` or `api`. */
  readonly name: string;
  /** The process's own clock, which may be wrong. */
  readonly nowMs: () => number;
  /** Calls `done` once so much virtual time has passed; returns how to give that up. */
  readonly after: (ms: number, done: () => void) => () => void;
  /** 32 drawn bits. */
  readonly bits: () => number;
};

const lives = new AsyncLocalStorage<Life | undefined>();

/** The simulated process that the running code belongs to; undefined in the simulator itself and in what it does for real. */
export function currentLife(): Life | undefined {
  return lives.getStore();
}

/** Runs code as part of a simulated process; all that it awaits and starts belongs to it too. */
export function live<Result>(life: Life, work: () => Result): Result {
  return lives.run(life, work);
}

/** Runs code with the machine's own time: what goes over a real connection. */
export function outside<Result>(work: () => Result): Result {
  return lives.run(undefined, work);
}
