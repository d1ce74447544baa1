import { setTimeout as wait } from 'node:timers/promises';
import { startProcess, type ProcessPlan, type ReadyFacts, type RunningProcess } from '@tern/installation/child-process';

/** A process that ends as often within `windowMs` is given up. */
const endsMax = 6;
const windowMs = 5 * 60_000;
const backoffFirstMs = 500;
const backoffMaxMs = 15_000;

export type SupervisorDeps = {
  /** Milliseconds since any moment. Never the time of day, which can be set: a jump would forget or invent starts. */
  readonly elapsedMs?: () => number;
  /** Told of every unexpected end and every restart. */
  readonly say: (line: string) => void;
  /** Called with the pids that run now, after each change, so that a later launch can find what a killed one left. */
  readonly onChange: (pids: readonly number[]) => void;
  readonly readyTimeoutMs: number;
  readonly stopTimeoutMs: number;
  /** Waits before a restart; the real wait unless a test brings its own. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

export type Supervisor = {
  /** Starts a process and resolves when it is ready. From then on it is restarted whenever it ends by itself. */
  readonly start: (plan: ProcessPlan) => Promise<ReadyFacts>;
  /** Stops everything, the last started first. Afterwards nothing is restarted. */
  readonly stop: () => Promise<void>;
  /** Ends everything at once, without waiting. */
  readonly kill: () => void;
  /** Rejects when a process cannot be kept alive; never resolves. */
  readonly failed: Promise<never>;
};

/** Keeps processes alive: restarts with a growing pause, a bounded number of times, and says so. */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const running = new Map<string, RunningProcess>();
  const order: string[] = [];
  const stopping = new AbortController();
  const elapsedMs = deps.elapsedMs ?? (() => performance.now());
  const pause = deps.pause ?? ((ms, signal) => wait(ms, undefined, { signal }));
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);

  const launch = (plan: ProcessPlan): RunningProcess => {
    const child = startProcess(plan, deps.readyTimeoutMs);
    running.set(plan.name, child);
    deps.onChange([...running.values()].map(({ pid }) => pid));
    return child;
  };

  const keepAlive = async (plan: ProcessPlan, first: RunningProcess): Promise<void> => {
    let child = first;
    let endsMs: readonly number[] = [];
    for (;;) {
      const { code, signal } = await child.exited;
      if (stopping.signal.aborted) return;
      const nowMs = elapsedMs();
      endsMs = [...endsMs.filter((endMs) => nowMs - endMs < windowMs), nowMs];
      const how = signal ?? `exit code ${code}`;
      if (endsMs.length >= endsMax) {
        throw new Error(`${plan.name} ended ${endsMax} times in five minutes, last with ${how}; see ${plan.logFile}`);
      }
      const pauseMs = Math.min(backoffMaxMs, backoffFirstMs * 2 ** (endsMs.length - 1));
      deps.say(`${plan.name} ended (${how}); starting it again in ${pauseMs / 1000} s. Its log: ${plan.logFile}`);
      await pause(pauseMs, stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      child = launch(plan);
      child.ready.then(
        () => deps.say(`${plan.name} is back`),
        () => undefined,
      );
    }
  };

  return {
    start: async (plan) => {
      const child = launch(plan);
      order.push(plan.name);
      const facts = await child.ready;
      keepAlive(plan, child).catch((error: unknown) => failure.reject(error));
      return facts;
    },
    stop: async () => {
      stopping.abort();
      for (const name of order.toReversed()) {
        const child = running.get(name);
        if (child !== undefined) await stopOne(name, child, deps);
        running.delete(name);
        deps.onChange([...running.values()].map(({ pid }) => pid));
      }
    },
    kill: () => {
      stopping.abort();
      for (const child of running.values()) child.signal('SIGKILL');
    },
    failed: failure.promise,
  };
}

async function stopOne(name: string, child: RunningProcess, deps: SupervisorDeps): Promise<void> {
  child.signal('SIGTERM');
  const timeout = new AbortController();
  const late = wait(deps.stopTimeoutMs, 'late', { signal: timeout.signal }).catch(() => 'ended');
  if ((await Promise.race([child.exited, late])) === 'late') {
    deps.say(`${name} did not end within ${deps.stopTimeoutMs / 1000} s and is ended by force`);
    child.signal('SIGKILL');
    await child.exited;
  }
  timeout.abort();
}
