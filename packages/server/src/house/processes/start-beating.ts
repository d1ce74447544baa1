import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@tern/db/database';
import { endBeats, keepBeat, type ToldSample } from './beat-store.ts';

const beatMs = 15_000;

export type BeatingProcess = {
  readonly db: Database;
  /** Its machine and the port of its health page. */
  readonly place: string;
  /** How long ago its metrics were last read; undefined where they were not. */
  readonly metricsReadMsAgo: () => number | undefined;
  /** What of its own alarms holds now. */
  readonly told: () => Promise<readonly ToldSample[]>;
  /** A beat that could not be written; the next one is tried in time. */
  readonly onFault: (error: unknown) => void;
  /** Between two beats; the usual time unless a test brings its own. */
  readonly everyMs?: number;
};

/** A process that reports, until it is told that it ends. */
export type Reporting = { readonly stop: () => Promise<void> };

/** Has a process say that it lives until it is stopped, and then that it ends. */
export function startBeating(process: BeatingProcess): Reporting {
  const stopping = new AbortController();
  const ended = beatUntil(process, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function beatUntil(process: BeatingProcess, signal: AbortSignal): Promise<void> {
  const { db, place, metricsReadMsAgo, told, onFault, everyMs = beatMs } = process;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      await keepBeat(db.kysely, { place, isFirst, metricsReadMsAgo: metricsReadMsAgo(), told: await told() });
      isFirst = false;
    } catch (error) {
      onFault(error);
    }
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
  await endBeats(db.kysely, place).catch(onFault);
}
