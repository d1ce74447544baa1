import type { LiveEvent } from '@tern/contracts/routes/live';

/** Events that wait for one slow reader. */
export type EventQueue = AsyncIterable<LiveEvent> & {
  readonly push: (event: LiveEvent) => void;
  /** The reader gets what is waiting and then the end. */
  readonly end: () => void;
};

const waitingMax = 64;

/**
 * A queue for one reader. The same news waits once, as its reader looks up the state anyway; too many different
 * ones become a single `ready`, which says to read everything anew. So a stuck reader costs little.
 */
export function eventQueue(): EventQueue {
  const waiting = new Map<string, LiveEvent>();
  let ended = false;
  let wake: () => void = () => undefined;

  return {
    push: (event) => {
      if (ended) return;
      if (waiting.size >= waitingMax) {
        waiting.clear();
        waiting.set('ready', { topic: 'ready', ref: null });
      } else {
        waiting.set(event.topic === 'chain' ? 'chain' : `${event.topic}:${event.ref ?? ''}`, event);
      }
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const [first] = waiting;
        if (first !== undefined) {
          waiting.delete(first[0]);
          yield first[1];
        } else if (ended) {
          return;
        } else {
          await new Promise<void>((resolve) => (wake = resolve));
        }
      }
    },
  };
}
