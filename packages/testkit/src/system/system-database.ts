import { join } from 'node:path';
import { startLocalPostgres, type LocalPostgres } from '@tern/local-postgres/start-local-postgres';
import type { Standby } from '@tern/local-postgres/start-standby';

/** A database that somebody else runs. */
export type GivenDatabase = {
  /** The owner's way, past every pooler. */
  readonly url: string;
  /** Where the processes ask, without a login: a pooler in transaction mode. */
  readonly poolerUrl: string;
  /** Where they hold sessions, without a login. */
  readonly sessionUrl: string;
};

/** The database of one system. */
export type SystemDatabase = Pick<GivenDatabase, 'url'> &
  Partial<GivenDatabase> & {
    /** What a power cut does to the database, and its next start. */
    readonly crashDatabase: () => Promise<void>;
    /** The database dies as by a power cut, and a standby takes over its address. */
    readonly failOver: (standby: Standby) => Promise<void>;
    /** Stops the database in order, does something with its files, and starts it where it was. */
    readonly whileDatabaseStops: (work: (dataDir: string) => Promise<void>) => Promise<void>;
    /** Does something with the files of the running database. */
    readonly whileDatabaseRuns: (
      work: (place: { readonly dataDir: string; readonly url: string }) => Promise<void>,
    ) => Promise<void>;
    readonly destroy: () => Promise<void>;
  };

/** Nothing here has to outlive a power cut of the machine; what a killed server had committed it still has. */
const settings = { fsync: 'off' };

/** A server of its own, with its files in the folder of the system. */
export async function openOwnDatabase(systemDir: string): Promise<SystemDatabase> {
  const dataDir = join(systemDir, 'database');
  const start = (port?: number): Promise<LocalPostgres> =>
    startLocalPostgres({ dataDir, settings, ...(port === undefined ? {} : { port }) });
  let postgres = await start();
  const { url, port } = postgres;
  return {
    url,
    crashDatabase: async () => {
      await postgres.stopImmediate();
      postgres = await start(port);
    },
    failOver: async (standby) => {
      await postgres.stopImmediate();
      await standby.promote();
      await standby.stop();
      postgres = await startLocalPostgres({ ...standby.place, settings, port });
    },
    whileDatabaseStops: async (work) => {
      await postgres.stop();
      await work(dataDir);
      postgres = await start(port);
    },
    whileDatabaseRuns: (work) => work({ dataDir, url }),
    destroy: () => postgres.destroy(),
  };
}

/** Whoever runs it also stops it and knows its files. */
export function openGivenDatabase(given: GivenDatabase): SystemDatabase {
  const refuse = (): Promise<never> => Promise.reject(new Error('the database is not one of this system'));
  return {
    ...given,
    crashDatabase: refuse,
    failOver: refuse,
    whileDatabaseStops: refuse,
    whileDatabaseRuns: refuse,
    destroy: () => Promise.resolve(),
  };
}
