import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { PublishedDistribution } from '@tern/contracts/routes/pool';
import { api } from '../../../shared/api.ts';
import type { CheckOutcome } from '../../../shared/check-shares.ts';
import type { LogFinding } from '../../../shared/check-in-log.ts';
import { askConsistency, logCheckQuery } from '../../../shared/log-check-query.ts';
import { readOwnBuild } from '../../../shared/own-build.ts';
import type { CheckedStatement } from './check-chain.ts';
import type { BuildFinding } from './check-build.ts';

// There is something new once a day, and the person can ask again.
const staleTime = 300_000;

/** What this device found in the log that the newest statement names; `days` is undefined where it names none. */
export type PublicLogFinding = {
  readonly days: number | undefined;
  /** Whether it goes on from the log that this device saw before; undefined where it saw none. */
  readonly goesOn: boolean | undefined;
};

/** Whether the ledger's public log, as the newest statement names it, goes on from the one this device saw last. */
export function publicLogQuery(network: string, newest: CheckedStatement | undefined) {
  return queryOptions({
    queryKey: ['check', 'public-log', network, newest?.hash ?? null],
    queryFn: async ({ signal }): Promise<PublicLogFinding> => {
      const { checkInLog, readSeenLog, storeSeenLog } = await import('../../../shared/check-in-log.ts');
      const [log, seen] = [newest?.log, readSeenLog(network)];
      const consistency = await askConsistency([log, seen], signal);
      const { finding, head } = checkInLog({ entries: [], statement: null, log, consistency }, { address: null, seen });
      if (head !== undefined) storeSeenLog(network, head);
      return { days: log?.size, goesOn: seen === undefined ? undefined : finding !== 'different' };
    },
    staleTime,
  });
}

/** How many of the newest records were found in the public log, and how many are not there yet; and one that differs. */
export type RecordsFinding = {
  readonly found: number;
  readonly waiting: number;
  readonly different: string | undefined;
};

/** Records that are followed without being asked: each has its own page for more. */
const recordsFollowed = 5;

/** Follows the newest records of the person that moved money into the ledger's public log, one after the other. */
export function ownRecordsQuery(queries: QueryClient, network: string) {
  return queryOptions({
    queryKey: ['check', 'own-records', network],
    queryFn: async ({ signal }): Promise<RecordsFinding> => {
      const { records } = await api.records.listRecords({ limit: 4 * recordsFollowed }, { signal });
      const findings: { readonly id: string; readonly finding: LogFinding }[] = [];
      for (const record of records.filter(({ status }) => status === 'success').slice(0, recordsFollowed)) {
        const { finding } = await queries.fetchQuery(logCheckQuery(network, record));
        findings.push({ id: record.id, finding });
      }
      const count = (wanted: LogFinding) => findings.filter(({ finding }) => finding === wanted).length;
      return {
        found: count('in-log'),
        waiting: count('waiting'),
        different: findings.find(({ finding }) => finding === 'different')?.id,
      };
    },
    staleTime,
  });
}

/** The newest distribution; and of the person's own part in it what this device found. Both undefined where there is none. */
export type DistributionFinding = {
  readonly distribution: PublishedDistribution | undefined;
  readonly outcome: CheckOutcome['outcome'] | undefined;
};

/** The newest distribution as everybody is shown it, and with a session the check of the person's own part in it. */
export function distributionQuery(isOwn: boolean) {
  return queryOptions({
    queryKey: ['check', 'distribution', isOwn],
    queryFn: async ({ signal }): Promise<DistributionFinding> => {
      if (!isOwn) {
        const { distributions } = await api.pool.listPublished({ limit: 1 }, { signal });
        return { distribution: distributions[0], outcome: undefined };
      }
      const { distributions } = await api.pool.listDistributions({ limit: 1 }, { signal });
      const [distribution] = distributions;
      if (distribution === undefined) return { distribution, outcome: undefined };
      const [proof, { checkShares }] = await Promise.all([
        api.pool.distributionProof({ id: distribution.id }, { signal }),
        import('../../../shared/check-shares.ts'),
      ]);
      return { distribution, outcome: checkShares(distribution, proof).outcome };
    },
    staleTime,
  });
}

/** Compares the files that this device has loaded with the list of the build that is served. */
export const buildQuery = queryOptions({
  queryKey: ['check', 'build'],
  queryFn: async ({ signal }): Promise<BuildFinding> => {
    const files = [...new Set(['index.html', ...listLoaded()])];
    const [list, { checkBuild }, ...contents] = await Promise.all([
      // The list and the page have no version in their names.
      readFile('/build.txt', { cache: 'no-store', signal }),
      import('./check-build.ts'),
      ...files.map((file) => (file === 'index.html' ? readPage(signal) : readFile(`/${file}`, { signal }))),
    ]);
    const loaded = new Map(files.map((file, place) => [file, contents[place] ?? new Uint8Array()] as const));
    return checkBuild(list, loaded, `assets/${readOwnBuild()}.js`);
  },
  staleTime,
});

/** Scripts, styles and fonts of the app that this page has asked for. */
function listLoaded(): readonly string[] {
  return performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name);
    return origin === location.origin && pathname.startsWith('/assets/') ? [pathname.slice(1)] : [];
  });
}

function readPage(signal: AbortSignal): Promise<Uint8Array> {
  return readFile('/', { cache: 'no-store', signal });
}

async function readFile(path: string, options: RequestInit): Promise<Uint8Array> {
  const answer = await fetch(path, options);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
