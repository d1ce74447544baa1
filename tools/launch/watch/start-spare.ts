import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FromSpare, ToSpare } from './messages.ts';

/** How long a process may take to stop before it is ended by force, in milliseconds. */
const stopMaxMs = 15_000;

export type Spare = {
  /** Loads modules ahead of time, named by their files' addresses. */
  readonly load: (modules: readonly string[]) => void;
  /** Runs its file, once what it was told to load is loaded. */
  readonly run: () => void;
  /** Resolves with the exit code when it has ended, `null` after a signal. */
  readonly exited: Promise<number | null>;
  readonly hasExited: () => boolean;
  /** Stops it in order, after a while by force. */
  readonly stop: () => Promise<void>;
  readonly kill: () => void;
};

export type SpareListeners = {
  /** Told what it imported, several times. */
  readonly imports: (imports: FromSpare) => void;
  /** Told when its file says that it serves. */
  readonly ready: () => void;
};

/** Starts a process that can load modules before it is told to run its file. Its output goes where ours goes. */
export function startSpare(file: string, { imports, ready }: SpareListeners): Spare {
  const child = fork(fileURLToPath(new URL('./spare.ts', import.meta.url)), [file], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.on('message', (message) => imports(message as FromSpare));
  // One that has ended gets no message; `exited` tells of that.
  const send = (message: ToSpare) => child.send(message, () => undefined);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      process.stdout.write(`${line}\n`);
      if (line.startsWith('{"ready":true')) ready();
    });
  return {
    load: (modules) => send({ modules }),
    run: () => send('run'),
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.kill('SIGTERM');
      const timer = new AbortController();
      const late = wait(stopMaxMs, 'late', { signal: timer.signal }).catch(() => 'ended');
      if ((await Promise.race([exited, late])) === 'late') child.kill('SIGKILL');
      await exited;
      timer.abort();
    },
    kill: () => child.kill('SIGKILL'),
  };
}
