import type { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';
import { assert } from '@tern/base/assert';
import { startClosedThread } from '@tern/base/start-closed-thread';
import type { HashOrder, HashReply } from './hash-order.ts';

/** Threads that compute slow hashes and do nothing else: nothing of the process waits for one of them but who asked. */
export type HashThreads = {
  readonly hash: (password: string, options: Options) => Promise<string>;
  readonly verify: (hashed: string, password: string, options: Options) => Promise<boolean>;
};

/** What the threads are called in the system, as `top` and `/proc` show them. */
export const hashThreadName = 'hashing';

type Thread = {
  readonly worker: Worker;
  job: { readonly resolve: (reply: HashReply) => void; readonly reject: (error: unknown) => void } | undefined;
};

/**
 * Opens at most so many threads, each when it is first needed. Whoever asks for more at once than there are threads made a
 * mistake: a queue with turns belongs before it. They end with the process and keep it from ending only while they work.
 */
export function openHashThreads(max: number): HashThreads {
  const threads: Thread[] = [];
  const open = (): Thread => {
    assert(threads.length < max, 'no more hashes at once than threads');
    const thread = startThread((ended) => threads.splice(threads.indexOf(ended), 1));
    threads.push(thread);
    return thread;
  };
  const carryOut = async (order: HashOrder): Promise<string | boolean> => {
    const thread = threads.find(({ job }) => job === undefined) ?? open();
    const reply = await new Promise<HashReply>((resolve, reject) => {
      thread.job = { resolve, reject };
      thread.worker.ref();
      thread.worker.postMessage(order);
    });
    if ('fault' in reply) throw new Error(reply.fault);
    return reply.done;
  };
  return {
    hash: async (password, options) => {
      const done = await carryOut({ kind: 'hash', password, options });
      assert(typeof done === 'string', 'a hash is text');
      return done;
    },
    verify: async (hashed, password, options) =>
      (await carryOut({ kind: 'verify', hashed, password, options })) === true,
  };
}

/** Starts a thread; `onEnd` once it is gone. Whoever waits for it then is told. */
function startThread(onEnd: (thread: Thread) => void): Thread {
  const worker = startClosedThread(new URL('./hash-thread.ts', import.meta.url), hashThreadName);
  const thread: Thread = { worker, job: undefined };
  const finish = (): Thread['job'] => {
    const { job } = thread;
    thread.job = undefined;
    worker.unref();
    return job;
  };
  worker.unref();
  worker.on('message', (reply: HashReply) => finish()?.resolve(reply));
  worker.on('error', (error) => finish()?.reject(error));
  worker.on('exit', () => {
    onEnd(thread);
    finish()?.reject(new Error('a thread that computes hashes has ended'));
  });
  return thread;
}
