import type { Worker } from 'node:worker_threads';
import { startAnyThread } from './guard-sockets.ts';

/**
 * Starts a file of ours in a thread of its own that can connect to nobody, also after the connections of this process were
 * limited: `closed-thread.ts` limits those of the thread before it loads the file. `name`: what the system shows it as.
 */
export function startClosedThread(file: URL, name?: string): Worker {
  return startAnyThread(new URL('./closed-thread.ts', import.meta.url), {
    workerData: { file: file.href },
    ...(name === undefined ? {} : { name }),
  });
}
