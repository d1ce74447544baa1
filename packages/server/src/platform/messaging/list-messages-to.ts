import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Channel } from './message.ts';
import type { ProviderSlot, TryState } from './provider-slot.ts';

/** What became of one message, without what it said. */
type SentMessage = {
  readonly id: string;
  readonly at: Date;
  readonly channel: Channel;
  readonly recipient: string;
  readonly isCode: boolean;
  readonly state: 'waiting' | 'handed' | 'sent' | 'dropped';
  readonly tries: readonly { readonly slot: ProviderSlot; readonly state: TryState; readonly code: string | null }[];
};

/** The newest messages to these phones and e-mails, of the last thirty days. */
export async function listMessagesTo(
  db: DbReader,
  { recipients, limit }: { readonly recipients: readonly string[]; readonly limit: number },
): Promise<readonly SentMessage[]> {
  const { rows } = await sql<SentMessage>`
    SELECT o.id, o.created_at AS at, o.channel, o.recipient, o.template LIKE 'code-%' AS "isCode", o.state,
           coalesce((SELECT jsonb_agg(jsonb_build_object('slot', t.slot, 'state', t.state, 'code', t.code) ORDER BY t.handed_at, t.slot)
                       FROM message_tries t WHERE t.outbox_id = o.id), '[]') AS tries
      FROM outbox o WHERE o.recipient = ANY(${recipients}::text[])
     ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
