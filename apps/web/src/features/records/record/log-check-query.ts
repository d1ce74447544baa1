import { queryOptions } from '@tanstack/react-query';
import type { LogDayView, RecordProof } from '@tern/contracts/routes/check';
import { api } from '../../../shared/api.ts';
import type { LogFinding } from './check-in-log.ts';

/** What was checked, and what the file of it has. */
export type LogCheck = {
  readonly finding: LogFinding;
  readonly proof: RecordProof;
  readonly days: readonly LogDayView[];
};

/** The record's proof and all days of the log, checked on this device. The code that hashes comes with the answer. */
export function logCheckQuery(network: string, recordId: string) {
  return queryOptions({
    queryKey: ['check', 'log', network, recordId],
    queryFn: async ({ signal }): Promise<LogCheck> => {
      const [proof, days, { checkInLog, readSeenLog, storeSeenLog }] = await Promise.all([
        api.check.recordProof({ id: recordId }, { signal }),
        listDays(signal),
        import('./check-in-log.ts'),
      ]);
      const { finding, head } = checkInLog(proof, days, readSeenLog(network));
      if (head !== undefined) storeSeenLog(network, head);
      return { finding, proof, days };
    },
    // A day is added once a day, and the sheet can be opened again.
    staleTime: 300_000,
  });
}

async function listDays(signal: AbortSignal): Promise<readonly LogDayView[]> {
  const all: LogDayView[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: { days: LogDayView[]; next: number | null } = await api.check.listLogDays({ from }, { signal });
    all.push(...page.days);
    from = page.next;
  }
  return all;
}
