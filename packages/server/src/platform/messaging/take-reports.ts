import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { Channel } from './message.ts';
import { wake } from './outbox-store.ts';
import { slotsOf } from './provider-slot.ts';
import { deleteReports, findReportedMessage, type StoredReport } from './reports-store.ts';
import { saysNoMailbox } from './says-no-mailbox.ts';
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
  // It may have waited for this report, and another provider may deliver it.
  if (state === 'undelivered') await wake(tx, outboxId);
  // A phone that is off is undelivered too, and a bounce for a policy (5.7) is about us: only a mailbox that is not there is kept
  // away from. A code of another kind is the provider's own.
  if (state === 'bounced' && (code === null || !/^5\.\d+\.\d+$/.test(code) || saysNoMailbox(code)))
    await noteUnreachable(tx, { channel, recipient, code });
}
