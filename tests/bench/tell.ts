import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends a child an order and waits for its answer. Throws when the child ends before. */
export async function tell(child: ChildProcess, order: object | string): Promise<unknown> {
  const answer = hear(child);
  child.send(order);
  return await answer;
}

/** Waits for the next thing a child says. Throws when it ends before. */
export async function hear(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', over).then(([message]) => message as unknown),
      once(child, 'exit', over).then(() => Promise.reject(new Error('a process of the bench ended before its answer'))),
    ]);
  } finally {
    over.abort();
  }
}
