import type { Worker } from 'node:worker_threads';
import { assert } from '@tern/base/assert';
import { startClosedThread } from '@tern/base/start-closed-thread';
import type { BuiltList, ListOrder, ListReply } from './list-order.ts';
import type { AccountOwed } from './read-owed.ts';
import type { Owed, SplitRules } from './split-balance.ts';

/** Builds one list at a time. Each call may be made before the one before it has been answered. */
export type ListBuilder = {
  readonly open: (rules: SplitRules) => Promise<void>;
  readonly addHouse: (owed: readonly Owed[]) => Promise<void>;
  /** Resolves once the thread has taken what came before: no more than one set waits for it. */
  readonly addCustomers: (owed: readonly AccountOwed[]) => Promise<void>;
  readonly finish: () => Promise<BuiltList>;
};

/** Lets `work` build lists in a thread of their own, of low priority, which ends with it. Rejects where the thread fails. */
export async function withListBuilder<Result>(work: (builder: ListBuilder) => Promise<Result>): Promise<Result> {
  const thread = startClosedThread(new URL('./list-thread.ts', import.meta.url));
  try {
    return await work(openBuilder(thread));
  } finally {
    await thread.terminate();
  }
}

/** Longer than sorting and hashing tens of millions of lines takes beside full traffic. */
const answerWithinMs = 1_800_000;

type Waiting = { readonly resolve: (reply: ListReply) => void; readonly reject: (error: unknown) => void };

function openBuilder(thread: Worker): ListBuilder {
  const waiting: Waiting[] = [];
  let failure: Error | undefined;
  thread.on('message', (reply: ListReply) => waiting.shift()?.resolve(reply));
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  thread.on('error', fail);
  thread.on('messageerror', fail);
  thread.on('exit', () => fail(new Error('the thread that builds lists has ended')));
  const tell = async (order: ListOrder): Promise<ListReply> => {
    if (failure !== undefined) throw failure;
    const late = setTimeout(() => fail(new Error('the thread that builds lists does not answer')), answerWithinMs);
    try {
      return await new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        thread.postMessage(order);
      });
    } finally {
      clearTimeout(late);
    }
  };
  let taken: Promise<unknown> = Promise.resolve();
  return {
    open: async (rules) => void (await tell({ kind: 'open', rules })),
    addHouse: async (owed) => void (await tell({ kind: 'house', owed })),
    addCustomers: async (owed) => {
      await taken;
      taken = tell({ kind: 'customers', owed });
      // Whoever adds the next set, or finishes, is told.
      taken.catch(() => undefined);
    },
    finish: async () => {
      await taken;
      const reply = await tell({ kind: 'finish' });
      assert(reply.kind === 'finished', 'the thread answers in turn');
      const { lines, nodes, balances, ...rest } = reply;
      return { ...rest, lines: asBuffer(lines), nodes: asBuffer(nodes), balances: balances.map(asBuffer) };
    },
  };
}

/** A buffer that comes from a thread is a plain array of bytes here. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
