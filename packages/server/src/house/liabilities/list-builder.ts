import { assert } from '@tern/base/assert';
import { startClosedThread } from '@tern/base/start-closed-thread';
import type { BuiltList, ListOrder, ListReply } from './list-order.ts';
import type { AccountOwed } from './read-owed.ts';
import type { Owed, SplitRules } from './split-balance.ts';

/** Builds one list. Each call may be made before the one before it has been answered. */
export type ListBuilder = {
  readonly addHouse: (owed: readonly Owed[]) => Promise<void>;
  /** Resolves once the thread has taken what came before: no more than one set waits for it. */
  readonly addCustomers: (owed: readonly AccountOwed[]) => Promise<void>;
  readonly finish: () => Promise<BuiltList>;
};

/**
 * Lets `work` build lists in threads of low priority: one is sorted and hashed while the next is read. A thread that has built its
 * list builds the next one. All of them end with the work. Rejects where a thread fails.
 */
export async function withListBuilders<Result>(
  work: (start: (rules: SplitRules) => ListBuilder) => Promise<Result>,
): Promise<Result> {
  const threads: ListThread[] = [];
  try {
    return await work((rules) => {
      let thread = threads.find(({ building }) => !building);
      if (thread === undefined) {
        thread = openThread();
        threads.push(thread);
      }
      return openBuilder(thread, rules);
    });
  } finally {
    await Promise.all(threads.map(({ end }) => end()));
  }
}

/** Longer than sorting and hashing tens of millions of lines takes beside full traffic. */
const answerWithinMs = 1_800_000;

type Waiting = { readonly resolve: (reply: ListReply) => void; readonly reject: (error: unknown) => void };

type ListThread = {
  readonly tell: (order: ListOrder) => Promise<ListReply>;
  readonly end: () => Promise<unknown>;
  /** Whether it has a list that is not finished. */
  building: boolean;
};

function openThread(): ListThread {
  const thread = startClosedThread(new URL('./list-thread.ts', import.meta.url));
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
  return {
    building: false,
    end: () => thread.terminate(),
    tell: async (order) => {
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
    },
  };
}

function openBuilder(thread: ListThread, rules: SplitRules): ListBuilder {
  thread.building = true;
  let taken: Promise<unknown> = Promise.resolve();
  const tellSoon = (order: ListOrder): void => {
    taken = thread.tell(order);
    // Whoever adds the next set, or finishes, is told.
    taken.catch(() => undefined);
  };
  tellSoon({ kind: 'open', rules });
  return {
    addHouse: async (owed) => {
      await taken;
      tellSoon({ kind: 'house', owed });
    },
    addCustomers: async (owed) => {
      await taken;
      tellSoon({ kind: 'customers', owed });
    },
    finish: async () => {
      await taken;
      const reply = await thread.tell({ kind: 'finish' });
      assert(reply.kind === 'finished', 'the thread answers in turn');
      thread.building = false;
      const { lines, nodes, balances, ...rest } = reply;
      return { ...rest, lines: asBuffer(lines), nodes: asBuffer(nodes), balances: balances.map(asBuffer) };
    },
  };
}

/** A buffer that comes from a thread is a plain array of bytes here. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
