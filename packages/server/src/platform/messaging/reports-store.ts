import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { Channel } from './message.ts';
import type { ProviderSlot, ReportedState } from './provider-slot.ts';

/** What a provider says of a message: by the id it was handed under, or, where it does not repeat that, by its recipient. */
export type Report = {
  readonly slot: ProviderSlot;
  readonly about: { readonly messageId: string } | { readonly recipient: string };
  readonly state: ReportedState;
  readonly code: string | null;
};

/** A report as it waits for the worker. */
export type StoredReport = {
  readonly slot: ProviderSlot;
  readonly outbox_id: string | null;
  readonly recipient: string | null;
  readonly state: ReportedState;
  readonly code: string | null;
};

/** Keeps a report for the worker: the api can neither read what waits nor change what is known of a message. */
export async function insertReport(db: DbReader, { slot, about, state, code }: Report): Promise<void> {
  const [messageId, recipient] = 'messageId' in about ? [about.messageId, null] : [null, about.recipient];
  await sql`
    INSERT INTO message_reports (slot, outbox_id, recipient, state, code)
    VALUES (${slot}, ${messageId}, ${recipient}, ${state}, ${code})`.execute(db);
}

/** Takes reports of these providers out of the queue, in the order they came. */
export async function deleteReports(
  tx: DbTx,
  { slots, limit }: { readonly slots: readonly ProviderSlot[]; readonly limit: number },
): Promise<readonly StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    WITH taken AS (
      DELETE FROM message_reports WHERE id IN (
        SELECT id FROM message_reports WHERE slot = ANY(${slots}::text[]) ORDER BY id LIMIT ${limit})
      RETURNING *)
    SELECT slot, outbox_id, recipient, state, code FROM taken ORDER BY id`.execute(tx);
  return rows;
}

/** The message a report is about; of those to a recipient, the newest that this provider was handed. */
export async function findReportedMessage(
  tx: DbTx,
  { channel, report }: { readonly channel: Channel; readonly report: StoredReport },
): Promise<{ readonly id: string; readonly recipient: string } | undefined> {
  const { rows } = await sql<{ id: string; recipient: string }>`
    SELECT o.id, o.recipient FROM outbox o JOIN message_tries t ON t.outbox_id = o.id AND t.slot = ${report.slot}
     WHERE o.channel = ${channel}
       AND (o.id = ${report.outbox_id}::uuid OR o.recipient = ${report.recipient}::text)
     ORDER BY o.created_at DESC LIMIT 1`.execute(tx);
  return rows[0];
}
