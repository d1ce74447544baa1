import { EventEmitter } from 'node:events';
import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = Parameters<PoolWorker['on']>[1];
type Response = { readonly __vitest_worker_response__: true; readonly type: 'started' | 'stopped' };

/**
 * Vitest's own process for tests, which it would end after each run: here it stays, with every module that it has loaded, so
 * that the next run begins with its tests. `begin` makes the next run start a new one.
 */
export class LastingWorker {
  #inner: ForksPoolWorker | undefined;

  readonly initializer = {
    name: 'lasting',
    createPoolWorker: (options: PoolOptions): PoolWorker => this.#attach(options),
  };

  /** Ends the process: the next run loads everything anew. */
  async end(): Promise<void> {
    const inner = this.#inner;
    this.#inner = undefined;
    await inner?.stop();
  }

  #attach(options: PoolOptions): PoolWorker {
    const isNew = this.#inner === undefined;
    const inner = (this.#inner ??= new ForksPoolWorker(options));
    // What the pool is told about starting and stopping a process that stays does not come from there.
    const own = new EventEmitter();
    const attached: [string, Listener][] = [];
    const answer = (type: Response['type']): void => {
      const response: Response = { __vitest_worker_response__: true, type };
      setImmediate(() => own.emit('message', response));
    };
    return {
      name: 'lasting',
      cacheFs: true,
      on: (event, callback) => {
        own.on(event, callback);
        inner.on(event, callback);
        attached.push([event, callback]);
      },
      off: (event, callback) => {
        own.off(event, callback);
        inner.off(event, callback);
      },
      send: (message: WorkerRequest) => {
        if (message.type === 'stop') answer('stopped');
        else if (message.type === 'start' && !isNew) answer('started');
        else inner.send(message);
      },
      deserialize: (data) => inner.deserialize(data),
      start: async () => {
        if (isNew) await inner.start();
      },
      stop: () => {
        if (this.#inner === inner) for (const [event, callback] of attached) inner.off(event, callback);
        return Promise.resolve();
      },
      canReuse: () => false,
    };
  }
}
