import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbReader, DbTx } from '@tern/db/database';
import type { Contact } from './contact.ts';

/** Whether somebody else changed away from this contact lately and could still take it back. */
export async function isContactReserved(
  db: DbReader,
  { contact, personId, now }: { readonly contact: Contact; readonly personId: PersonId; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('contact_changes')
    .select('id')
    .where('kind', '=', contact.kind)
    .where('former', '=', contact.value)
    .where('person_id', '!=', personId)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertContactChange(
  tx: DbTx,
  change: {
    readonly personId: PersonId;
    readonly kind: Contact['kind'];
    readonly former: string | null;
    readonly now: Date;
    readonly undoUntil: Date;
  },
): Promise<void> {
  await tx
    .insertInto('contact_changes')
    .values({
      id: randomUUID(),
      person_id: change.personId,
      kind: change.kind,
      former: change.former,
      changed_at: change.now,
      undo_until: change.undoUntil,
    })
    .execute();
}

/**
 * Gives the contact of this kind another value; it keeps its place among the person's contacts. Throws `ACCOUNT_TAKEN` when
 * somebody was faster.
 */
export async function replaceContact(tx: DbTx, personId: PersonId, contact: Contact, now: Date): Promise<void> {
  const former = await tx
    .deleteFrom('contacts')
    .where('person_id', '=', personId)
    .where('kind', '=', contact.kind)
    .returning('added_at')
    .executeTakeFirstOrThrow();
  const inserted = await tx
    .insertInto('contacts')
    .values({ id: randomUUID(), person_id: personId, ...contact, verified_at: now, added_at: former.added_at })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw problem('ACCOUNT_TAKEN');
}

/** Takes back every change of a contact that can still be taken back, the newest first. */
export async function undoContactChanges(tx: DbTx, personId: PersonId, now: Date): Promise<void> {
  const changes = await tx
    .selectFrom('contact_changes')
    .select(['id', 'kind', 'former'])
    .where('person_id', '=', personId)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .orderBy('changed_at', 'desc')
    .forUpdate()
    .execute();
  for (const { id, kind, former } of changes) {
    if (former === null)
      await tx.deleteFrom('contacts').where('person_id', '=', personId).where('kind', '=', kind).execute();
    else await replaceContact(tx, personId, { kind: kind as Contact['kind'], value: former }, now);
    await tx.updateTable('contact_changes').set({ undone_at: now }).where('id', '=', id).execute();
  }
}
