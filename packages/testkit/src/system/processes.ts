import { startProcess, type ProcessPlan, type ReadyFacts, type RunningProcess } from '@tern/installation/child-process';

/** More processes of the api beside the first one; they run where a test starts them. */
export type FurtherApi = 'api-2' | 'api-3';

export type SystemProcess =
  | 'devchain'
  | 'inbox'
  | 'relay'
  | 'signer'
  | 'worker'
  | 'worker-2'
  | 'api'
  | FurtherApi
  | 'console';

/** The program of a process: a second worker is a worker. */
export function programOf(name: SystemProcess): Exclude<SystemProcess, FurtherApi | 'worker-2'> {
  if (name === 'api-2' || name === 'api-3') return 'api';
  return name === 'worker-2' ? 'worker' : name;
}

/** The processes of one system, each started, killed and started again at will. Nothing restarts by itself. */
export type Processes = {
  /** Resolves when it is ready. `env` adds to its surroundings, for example `{ TERN_CRASH_AT: 'w6' }`. */
  readonly start: (name: SystemProcess, env?: Readonly<Record<string, string>>) => Promise<ReadyFacts>;
  readonly isRunning: (name: SystemProcess) => boolean;
  /** SIGKILL: no handler softens the fall. Resolves when it is gone. */
  readonly kill: (name: SystemProcess) => Promise<void>;
  /** SIGTERM: it ends in order. Resolves when it is gone. */
  readonly stop: (name: SystemProcess) => Promise<void>;
  /** Resolves when a running process has ended by itself, with the signal that ended it. */
  readonly ended: (name: SystemProcess) => Promise<NodeJS.Signals | null>;
  /** Stops in order, the last started first; by force where that takes too long. */
  readonly stopAll: () => Promise<void>;
};

const readyTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;

export function openProcesses(
  planOf: (name: SystemProcess) => ProcessPlan,
  onChange: (pids: readonly number[]) => void,
): Processes {
  const running = new Map<SystemProcess, RunningProcess>();
  const changed = (): void => onChange([...running.values()].map(({ pid }) => pid));
  const get = (name: SystemProcess): RunningProcess => {
    const found = running.get(name);
    if (found === undefined) throw new Error(`${name} does not run`);
    return found;
  };
  const end = async (name: SystemProcess, signal: NodeJS.Signals): Promise<void> => {
    const found = get(name);
    found.signal(signal);
    const timer = setTimeout(() => found.signal('SIGKILL'), stopTimeoutMs);
    await found.exited;
    clearTimeout(timer);
  };
  return {
    start: async (name, env = {}) => {
      const plan = planOf(name);
      const child = startProcess({ ...plan, env: { ...plan.env, ...env } }, readyTimeoutMs);
      running.set(name, child);
      changed();
      void child.exited.then(() => {
        if (running.get(name) !== child) return;
        running.delete(name);
        changed();
      });
      return await child.ready;
    },
    isRunning: (name) => running.has(name),
    kill: (name) => end(name, 'SIGKILL'),
    stop: (name) => end(name, 'SIGTERM'),
    ended: async (name) => (await get(name).exited).signal,
    stopAll: async () => {
      for (const name of [...running.keys()].toReversed()) await end(name, 'SIGTERM');
    },
  };
}
