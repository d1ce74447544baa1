import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { Channel } from './message.ts';
import { slotsOf } from './provider-slot.ts';
import { deleteReports, findReportedMessage, type StoredReport } from './reports-store.ts';
import { storeReported } from './tries-store.ts';
import { noteReachable, noteUnreachable } from './unreachable-store.ts';

/** Notes what providers of a channel reported of its messages, and forgets the reports. Returns how many there were. */
export async function takeReports(
  db: Database,
  { channel, limit }: { readonly channel: Channel; readonly limit: number },
): Promise<number> {
  return transact(db, async (tx) => {
    const reports = await deleteReports(tx, { slots: slotsOf(channel, true), limit });
    for (const report of reports) await take(tx, { channel, report });
    return reports.length;
  });
}

async function take(
  tx: DbTx,
  { channel, report }: { readonly channel: Channel; readonly report: StoredReport },
): Promise<void> {
  const message = await findReportedMessage(tx, { channel, report });
  // Forgotten a month ago, or of another installation.
  if (message === undefined) return;
  const { id: outboxId, recipient } = message;
  const { slot, state, code } = report;
  if (!(await storeReported(tx, { outboxId, slot, state, code }))) return;
  if (state === 'delivered') await noteReachable(tx, { channel, recipient });
  // A phone that is off is undelivered too; only a mailbox that bounces is kept away from.
  if (state === 'bounced') await noteUnreachable(tx, { channel, recipient, code });
}
