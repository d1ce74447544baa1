import type { WebhookKind } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { overlapHours } from './webhook.ts';

export type Webhook = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  readonly state: 'active' | 'disabled';
  readonly openedAt: Date;
  readonly changedAt: Date;
  /** Until when the secret before the last rotation signs too. */
  readonly formerUntil: Date | null;
};

type Place = Pick<Webhook, 'name' | 'url' | 'kinds'>;

const columns = sql`id, name, url, kinds, state, opened_at AS "openedAt", changed_at AS "changedAt",
  CASE WHEN former_until > now() THEN former_until END AS "formerUntil"`;

/** All of them, by name; an installation has a handful. */
export async function selectWebhooks(db: DbReader): Promise<readonly Webhook[]> {
  const { rows } = await sql<Webhook>`SELECT ${columns} FROM webhooks ORDER BY state, name`.execute(db);
  return rows;
}

/** Locked until the transaction ends. */
export async function lockWebhook(tx: DbTx, id: string): Promise<Webhook | undefined> {
  const { rows } = await sql<Webhook>`SELECT ${columns} FROM webhooks WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** False where another webhook has the name. */
export async function insertWebhook(
  tx: DbTx,
  { id, name, url, kinds, secretSealed }: Place & { readonly id: string; readonly secretSealed: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO webhooks (id, name, url, kinds, secret_sealed, change_id)
    VALUES (${id}, ${name}, ${url}, ${[...kinds]}::text[], ${secretSealed}, ${id})
    ON CONFLICT (name) DO NOTHING RETURNING 1`.execute(tx);
  return rows.length === 1;
}

/** What two operators decided, and the change by which they did. */
type Decided = { readonly id: string; readonly changeId: string };

export async function changeWebhook(tx: DbTx, { id, changeId, name, url, kinds }: Decided & Place): Promise<void> {
  await sql`
    UPDATE webhooks SET name = ${name}, url = ${url}, kinds = ${[...kinds]}::text[], change_id = ${changeId},
      changed_at = clock_timestamp() WHERE id = ${id}`.execute(tx);
}

export async function switchWebhook(
  tx: DbTx,
  { id, changeId, to }: Decided & { readonly to: Webhook['state'] },
): Promise<void> {
  await sql`
    UPDATE webhooks SET state = ${to}, change_id = ${changeId}, changed_at = clock_timestamp() WHERE id = ${id}`.execute(
    tx,
  );
}

/** From now on the new secret signs; the one before signs beside it for a day. */
export async function rotateSecret(
  tx: DbTx,
  { id, changeId, secretSealed }: Decided & { readonly secretSealed: Buffer },
): Promise<void> {
  await sql`
    UPDATE webhooks SET former_sealed = secret_sealed, former_until = now() + make_interval(hours => ${overlapHours}),
      secret_sealed = ${secretSealed}, change_id = ${changeId}, changed_at = clock_timestamp() WHERE id = ${id}`.execute(
    tx,
  );
}
