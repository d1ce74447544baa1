import { startClosedThread } from '@tern/base/start-closed-thread';
import type { BuiltList, ListOrder } from './list-order.ts';

/** Builds the list of one asset. The bytes of its customers' rows are handed over, and no longer there afterwards. */
export type BuildList = (order: ListOrder) => Promise<BuiltList>;

export type ListBuilders = {
  readonly build: BuildList;
  /** Starts as many threads, if fewer are there: loading what they run takes half a second, in which the books can be read. */
  readonly startAhead: (threads: number) => void;
};

/**
 * Lets `work` build lists in threads of low priority, several at the same time. A thread that has built its list builds the next
 * one. All of them end with the work. Rejects where a thread fails.
 */
export async function withListBuilders<Result>(work: (builders: ListBuilders) => Promise<Result>): Promise<Result> {
  const threads: ListThread[] = [];
  const start = (): ListThread => {
    const thread = openThread();
    threads.push(thread);
    return thread;
  };
  const startAhead = (count: number): void => {
    while (threads.length < count) start();
  };
  try {
    const build: BuildList = (order) => (threads.find(({ isBuilding }) => !isBuilding()) ?? start()).build(order);
    return await work({ build, startAhead });
  } finally {
    await Promise.all(threads.map(({ end }) => end()));
  }
}

/** Longer than sorting and hashing tens of millions of lines takes beside full traffic, to which the threads give way. */
const answerWithinMs = 5_400_000;

type ListThread = {
  readonly build: BuildList;
  readonly isBuilding: () => boolean;
  readonly end: () => Promise<unknown>;
};

type Waiting = { readonly resolve: (list: BuiltList) => void; readonly reject: (error: unknown) => void };

function openThread(): ListThread {
  const thread = startClosedThread(new URL('./list-thread.ts', import.meta.url));
  let waiting: Waiting | undefined;
  let failure: Error | undefined;
  thread.on('message', (list: BuiltList) => waiting?.resolve(list));
  const fail = (error: Error): void => {
    failure ??= error;
    waiting?.reject(failure);
  };
  thread.on('error', fail);
  thread.on('messageerror', fail);
  thread.on('exit', () => fail(new Error('the thread that builds lists has ended')));
  return {
    isBuilding: () => waiting !== undefined,
    end: () => thread.terminate(),
    build: async (order) => {
      if (failure !== undefined) throw failure;
      const late = setTimeout(() => fail(new Error('the thread that builds lists does not answer')), answerWithinMs);
      try {
        const built = await new Promise<BuiltList>((resolve, reject) => {
          waiting = { resolve, reject };
          thread.postMessage(
            order,
            order.customers.map(({ buffer }) => buffer as ArrayBuffer),
          );
        });
        const { lines, nodes, middleNodes, balances, ...rest } = built;
        return {
          ...rest,
          lines: asBuffer(lines),
          nodes: asBuffer(nodes),
          middleNodes: asBuffer(middleNodes),
          balances: asBuffer(balances),
        };
      } finally {
        clearTimeout(late);
        // Where it failed it still counts as building: no other list is given to it.
        if (failure === undefined) waiting = undefined;
      }
    },
  };
}

/** A buffer that comes from a thread is a plain array of bytes here. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
