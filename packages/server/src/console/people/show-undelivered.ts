import { toWire } from '@tern/base/to-wire';
import type { UndeliveredView } from '@tern/contracts/routes/console-people';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import { nothingArrives } from '../../platform/messaging/public.ts';

/** Messages are kept for thirty days after they left; what went wrong before this week helps nobody who waits for a code. */
const days = 7;

type Row = Omit<UndeliveredView['rows'][number], 'lastAt'> & { readonly lastAt: Date };

/**
 * The messages of the last days that did not arrive and whose address belongs to no account, such as a code for a mistyped
 * number: counted by provider, outcome and code, because nobody may look at such an address. A message that any provider has
 * accepted may have arrived and is left out, as is one that is still being tried.
 */
export async function showUndelivered({ kysely }: Pick<Database, 'kysely'>): Promise<UndeliveredView> {
  const { rows } = await sql<Row>`
    WITH lost AS (
      SELECT o.id, o.channel, o.recipient, o.state, o.last_error, o.created_at FROM outbox o
       WHERE o.state IN ('sent', 'dropped') AND o.created_at > clock_timestamp() - make_interval(days => ${days})
         AND NOT EXISTS (SELECT FROM contacts c WHERE c.value = o.recipient)
         AND NOT EXISTS (SELECT FROM message_tries t WHERE t.outbox_id = o.id AND t.state IN ('accepted', 'delivered'))),
    outcomes AS (
      SELECT t.slot AS provider, t.state, t.code, t.handed_at AS at, l.channel, l.recipient
        FROM lost l JOIN message_tries t ON t.outbox_id = l.id
      UNION ALL
      SELECT CASE l.channel WHEN 'email' THEN 'mail' ELSE 'sms' END, 'kept-away', NULL, l.created_at, l.channel, l.recipient
        FROM lost l WHERE l.state = 'dropped' AND l.last_error = ${nothingArrives}
         AND NOT EXISTS (SELECT FROM message_tries t WHERE t.outbox_id = l.id))
    SELECT provider, state, code, count(*)::int AS messages, count(DISTINCT (channel, recipient))::int AS recipients,
           max(at) AS "lastAt"
      FROM outcomes GROUP BY provider, state, code ORDER BY messages DESC, provider, state, code`.execute(kysely);
  return toWire({ days, rows: [...rows] });
}
