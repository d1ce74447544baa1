import { queryOptions } from '@tanstack/react-query';
import type { LogDayView, RecordProof } from '@tern/contracts/routes/check';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import type { WalletView } from '@tern/contracts/routes/wallets';
import type { LogHead } from '@tern/proofs/log/consistency';
import { api } from './api.ts';
import { readProblem } from './read-problem.ts';
import { walletsQuery } from './wallet-queries.ts';
import type { LogFinding } from './check-in-log.ts';

/** What was checked, and what came of it. */
export type LogCheck = {
  readonly finding: LogFinding;
  readonly proof: RecordProof;
};

/** The record's proof, and that the log goes on from the one seen before, checked on this device. */
export function logCheckQuery(
  network: string,
  { id, walletId, status }: Pick<RecordDetailView, 'id' | 'walletId' | 'status'>,
) {
  return queryOptions({
    // What is under way has other entries once it has ended.
    queryKey: ['check', 'log', network, id, status],
    queryFn: async ({ signal, client }): Promise<LogCheck> => {
      const [proof, { wallets }, { checkInLog, readNamedLog, readSeenLog, storeSeenLog }] = await Promise.all([
        api.check.recordProof({ id }, { signal }),
        client.ensureQueryData(walletsQuery),
        import('./check-in-log.ts'),
      ]);
      const [log, seen] = [readNamedLog(proof.statement), readSeenLog(network)];
      const consistency = await askConsistency([log, seen], signal);
      const shown = { ...proof, log, consistency };
      const { finding, head } = checkInLog(shown, { address: addressOf(wallets, walletId), seen });
      if (head !== undefined) storeSeenLog(network, head);
      return { finding, proof };
    },
    // A day is added once a day, and the sheet can be opened again.
    staleTime: 300_000,
  });
}

/** The address of a wallet as this device has it; of one that is not the person's, an address that nobody has. */
function addressOf(wallets: readonly Pick<WalletView, 'id' | 'address'>[], walletId: string): string | null {
  const wallet = wallets.find(({ id }) => id === walletId);
  return wallet === undefined ? '' : wallet.address;
}

/** The hashes between the sizes of two logs; none where one is missing, undefined where the server does not have both. */
export async function askConsistency(
  logs: readonly (LogHead | undefined)[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const [from, to] = logs.flatMap((log) => (log === undefined ? [] : [log.size])).toSorted((one, other) => one - other);
  if (from === undefined || to === undefined || from === to) return [];
  try {
    return (await api.check.logConsistency({ from, to }, { signal })).path;
  } catch (error) {
    if (readProblem(error).code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** All days of the log, for the file. */
export async function listLogDays(): Promise<readonly LogDayView[]> {
  const all: LogDayView[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: { days: LogDayView[]; next: number | null } = await api.check.listLogDays({ from });
    all.push(...page.days);
    from = page.next;
  }
  return all;
}
