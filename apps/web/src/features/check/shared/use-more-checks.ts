import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { BuildFinding } from './check-build.ts';
import type { CheckedStatement } from './check-chain.ts';
import {
  buildQuery,
  distributionQuery,
  ownRecordsQuery,
  publicLogQuery,
  type DistributionFinding,
  type PublicLogFinding,
  type RecordsFinding,
} from './more-queries.ts';

/** What this device checks beside what is held and owed. */
export type MoreChecks = {
  readonly isOwn: boolean;
  readonly records: UseQueryResult<RecordsFinding>;
  readonly log: UseQueryResult<PublicLogFinding>;
  readonly distribution: UseQueryResult<DistributionFinding>;
  readonly build: UseQueryResult<BuildFinding>;
  readonly hasFault: boolean;
  readonly checkAgain: () => Promise<unknown>;
};

/** Checks them; of a person only with a session. */
export function useMoreChecks(input: {
  network: string;
  isOwn: boolean;
  /** The newest statement, once there is an answer; null where nothing was counted yet. */
  newest: CheckedStatement | null | undefined;
}): MoreChecks {
  const { network, isOwn, newest } = input;
  const queries = useQueryClient();
  const log = useQuery({ ...publicLogQuery(network, newest ?? undefined), enabled: newest !== undefined });
  // After the log, so that both compare with what this device saw before.
  const records = useQuery({ ...ownRecordsQuery(queries, network), enabled: isOwn && log.isFetched });
  const distribution = useQuery(distributionQuery(isOwn));
  const build = useQuery(buildQuery);
  return {
    isOwn,
    records,
    log,
    distribution,
    build,
    hasFault:
      records.data?.different !== undefined ||
      log.data?.goesOn === false ||
      distribution.data?.outcome === 'wrong' ||
      build.data?.state === 'wrong',
    checkAgain: () =>
      Promise.all([log.refetch(), distribution.refetch(), build.refetch(), isOwn ? records.refetch() : undefined]),
  };
}
