import { startClosedThread } from '@tern/base/start-closed-thread';
import type { BuiltList, ListOrder, ListPiece } from './list-order.ts';
import type { FromThread } from './list-thread.ts';

/** Stores a piece of a list. The next one is given to it when it has ended. */
export type TakePiece = (piece: ListPiece) => Promise<void>;

/**
 * Builds the list of one asset; answers when all of its pieces were taken. The bytes of its customers' rows are handed over, and no
 * longer there afterwards.
 */
export type BuildList = (order: ListOrder, take: TakePiece) => Promise<BuiltList>;

export type ListBuilders = {
  readonly build: BuildList;
  /** Starts as many threads, if fewer are there: loading what they run takes a moment, in which the books can be read. */
  readonly startAhead: (threads: number) => void;
};

/**
 * Lets `work` build lists in threads of low priority, several at the same time. A thread that has built its list builds the next
 * one. All of them end with the work, and nothing is taken afterwards. Rejects where a thread or the taking fails.
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
    const build: BuildList = (order, take) =>
      (threads.find(({ isBuilding }) => !isBuilding()) ?? start()).build(order, take);
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

/** A list that is built. */
type Building = {
  readonly take: TakePiece;
  readonly resolve: (list: BuiltList) => void;
  readonly reject: (error: unknown) => void;
};

function openThread(): ListThread {
  const thread = startClosedThread(new URL('./list-thread.ts', import.meta.url));
  let building: Building | undefined;
  let failure: Error | undefined;
  /** All that was told of so far, one after the other. */
  let taken = Promise.resolve();
  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error('a list could not be stored', { cause: error });
    building?.reject(failure);
  };
  const takeNext = async (told: FromThread): Promise<void> => {
    // What fails ends all of it: the pieces that follow belong to nothing.
    if (failure !== undefined || building === undefined) return;
    if ('list' in told) {
      building.resolve({ ...told.list, nodes: asBuffer(told.list.nodes) });
      return;
    }
    await building.take(withBuffers(told.piece));
  };
  thread.on('message', (told: FromThread) => {
    taken = taken.then(() => takeNext(told)).catch(fail);
  });
  thread.on('error', fail);
  thread.on('messageerror', fail);
  thread.on('exit', () => fail(new Error('the thread that builds lists has ended')));
  return {
    isBuilding: () => building !== undefined,
    end: async () => {
      failure ??= new Error('the thread that builds lists has ended');
      building?.reject(failure);
      await thread.terminate();
      await taken;
    },
    build: async (order, take) => {
      if (failure !== undefined) throw failure;
      const late = setTimeout(() => fail(new Error('the thread that builds lists does not answer')), answerWithinMs);
      try {
        return await new Promise<BuiltList>((resolve, reject) => {
          building = { take, resolve, reject };
          thread.postMessage(
            order,
            order.customers.map(({ buffer }) => buffer as ArrayBuffer),
          );
        });
      } finally {
        clearTimeout(late);
        // Where it failed it still counts as building: no other list is given to it.
        if (failure === undefined) building = undefined;
      }
    },
  };
}

function withBuffers(piece: ListPiece): ListPiece {
  if (piece.kind === 'balances') return { ...piece, balances: asBuffer(piece.balances) };
  return { ...piece, lines: asBuffer(piece.lines), middleNodes: asBuffer(piece.middleNodes) };
}

/** A buffer that comes from a thread is a plain array of bytes here. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
