import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { sql, type RawBuilder } from 'kysely';

/** What the open screens of a person can be told to read again. */
export const topics = ['balances', 'records', 'messages', 'account', 'activities'] as const;
type Topic = (typeof topics)[number];

/** Something of a person that changed; `ref` is the id of the one thing, where it is one. */
export type Change = { readonly personId: PersonId; readonly topic: Topic; readonly ref?: string };

/**
 * Tells the open screens of people, in every process, what to read again: when the transaction commits, each change once,
 * and nothing of a transaction that is rolled back.
 */
export async function notifyPeople(db: DbReader, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    SELECT notify_person(person, topic, ref) FROM unnest(
      ${changes.map(({ personId }) => personId)}::uuid[], ${changes.map(({ topic }) => topic)}::text[],
      ${changes.map(({ ref }) => ref ?? null)}::text[]
    ) AS change (person, topic, ref)`.execute(db);
}

/** The same as a call inside a larger statement, for people whom only that statement knows, in the column `person`. */
export function notifyPersonIn(person: string, topic: Topic): RawBuilder<unknown> {
  return sql`notify_person(${sql.ref(person)}, ${topic}::text, NULL)`;
}
