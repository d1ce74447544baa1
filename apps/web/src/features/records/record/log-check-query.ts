import { queryOptions } from '@tanstack/react-query';
import type { LogDayView, RecordProof } from '@tern/contracts/routes/check';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { api } from '../../../shared/api.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import type { LogFinding } from './check-in-log.ts';

/** What was checked, and what the file of it has. */
export type LogCheck = {
  readonly finding: LogFinding;
  readonly proof: RecordProof;
  readonly days: readonly LogDayView[];
};

/** The record's proof and all days of the log, checked on this device. The code that hashes comes with the answer. */
export function logCheckQuery(network: string, { id, walletId }: Pick<RecordDetailView, 'id' | 'walletId'>) {
  return queryOptions({
    queryKey: ['check', 'log', network, id],
    queryFn: async ({ signal, client }): Promise<LogCheck> => {
      const [proof, days, { wallets }, { checkInLog, readSeenLog, storeSeenLog }] = await Promise.all([
        api.check.recordProof({ id }, { signal }),
        listDays(signal),
        client.ensureQueryData(walletsQuery),
        import('./check-in-log.ts'),
      ]);
      const { finding, head } = checkInLog(proof, days, { address: addressOf(wallets, walletId), seen: readSeenLog(network) });
      if (head !== undefined) storeSeenLog(network, head);
      return { finding, proof, days };
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

async function listDays(signal: AbortSignal): Promise<readonly LogDayView[]> {
  const all: LogDayView[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: { days: LogDayView[]; next: number | null } = await api.check.listLogDays({ from }, { signal });
    all.push(...page.days);
    from = page.next;
  }
  return all;
}
