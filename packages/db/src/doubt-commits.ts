import type pg from 'pg';

/** PostgreSQL's class for a statement of which nobody knows whether it will be kept. */
const completionUnknown = '40003';
const readOnly = '25006';

/**
 * Thrown in place of a success that only the leader's own disk has: somebody cancelled the wait for the standby. The leader may
 * be lost with it, so it is no confirmation; it may be kept all the same, so it is asked for again under the same key.
 */
export class UnreplicatedCommit extends Error {
  override name = 'UnreplicatedCommit';
  readonly code = completionUnknown;

  constructor() {
    super('the commit is on the leader alone: the wait for its standby was cancelled');
  }
}

/**
 * Keeps a connection from confirming what a cluster may lose: a commit whose wait for the standby was cancelled is answered by
 * the server with a warning and a success. Marks in `demoted` connections to a server that leads no more.
 */
export function doubtCommits(client: pg.ClientBase, demoted: WeakSet<pg.ClientBase>): void {
  let isAlone = false;
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') isAlone = true;
  });
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  const judge = <Result>(result: Result): Result => {
    if (!isAlone) return result;
    isAlone = false;
    throw new UnreplicatedCommit();
  };
  const fail = (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === readOnly) demoted.add(client);
    throw error;
  };
  const judged = (...args: readonly unknown[]): unknown => {
    const last = args.at(-1);
    if (typeof last === 'function')
      return query(...args.slice(0, -1), judgeCallback(last as Callback, { judge, fail }));
    const result = query(...args);
    return result instanceof Promise ? result.then(judge, fail) : result;
  };
  client.query = judged as typeof client.query;
}

type Callback = (error: unknown, result?: unknown) => void;

/** The pool asks with callbacks. */
function judgeCallback(
  done: Callback,
  { judge, fail }: { readonly judge: (result: unknown) => unknown; readonly fail: (error: unknown) => never },
): Callback {
  return (error, result) => {
    try {
      if (error !== null && error !== undefined) fail(error);
      judge(result);
    } catch (thrown) {
      done(thrown);
      return;
    }
    done(error, result);
  };
}
