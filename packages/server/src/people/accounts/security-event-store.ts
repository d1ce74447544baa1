import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

export type EventRow<Kind extends string> = {
  readonly id: string;
  readonly kind: Kind;
  readonly at: Date;
  readonly userAgent: string | null;
  readonly ip: string | null;
};

/** A person's events of these kinds, the newest first, after the one with id `cursor`. */
export async function listEventRows<Kind extends string>(
  db: DbReader,
  {
    personId,
    kinds,
    cursor,
    limit,
  }: {
    readonly personId: PersonId;
    readonly kinds: readonly Kind[];
    readonly cursor: string | undefined;
    readonly limit: number;
  },
): Promise<readonly EventRow<Kind>[]> {
  let query = db
    .selectFrom('security_events')
    .select(['id', 'kind', 'at', 'user_agent', sql<string | null>`host(ip)`.as('ip')])
    .where('person_id', '=', personId)
    .where('kind', 'in', [...kinds])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (cursor !== undefined) {
    query = query.where(
      sql<boolean>`(at, id) < (SELECT at, id FROM security_events WHERE id = ${cursor} AND person_id = ${personId})`,
    );
  }
  const rows = await query.execute();
  return rows.map(({ id, kind, at, user_agent, ip }) => ({ id, kind: kind as Kind, at, userAgent: user_agent, ip }));
}
