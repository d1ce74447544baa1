import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import { newOrderedId, type PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { anyOf } from '@tern/db/any-of';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { isContactReserved } from './contact-change-store.ts';
import type { Contact } from './contact.ts';
import { selectFreezes, type Freeze } from './freeze-store.ts';
import { newInviteCode, newPublicId, type Person, type PersonState } from './person.ts';

/** A person by id. Throws `NOT_FOUND`. */
export async function getPerson(db: DbReader, id: PersonId): Promise<Person> {
  const row = await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw problem('NOT_FOUND');
  return {
    id,
    publicId: row.public_id,
    state: row.state as PersonState,
    language: row.language,
    inviteCode: row.invite_code,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
  };
}

/** Who has one of these account numbers and whose account is open, in no particular order; who has not is missing. */
export async function findPeopleByNumber(db: DbReader, publicIds: readonly string[]): Promise<readonly PersonId[]> {
  const { rows } = await sql<{ id: PersonId }>`
    SELECT id FROM people WHERE public_id = ANY (${[...publicIds]}::text[]) AND state = 'active'`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks people's rows until the transaction ends, in one order for everyone: what they do and what is done to them come one
 * after the other. Who does not exist is absent.
 */
export async function lockPeople(
  tx: DbTx,
  ids: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, { readonly active: boolean; readonly freeze: Freeze | null }>> {
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'state'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const freezes = await selectFreezes(tx, ids);
  return new Map(rows.map(({ id, state }) => [id, { active: state === 'active', freeze: freezes.get(id) ?? null }]));
}

export async function findInviter(db: DbReader, inviteCode: string): Promise<PersonId | undefined> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('invite_code', '=', inviteCode)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row?.id;
}

/** How many people have registered with this person's invite code, whatever became of their accounts. */
export async function countInvited(db: DbReader, inviterId: PersonId): Promise<number> {
  const { count } = await db
    .selectFrom('people')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('invited_by', '=', inviterId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const drawsMax = 10;

/** Adds a person under a public id and an invite code nobody has. */
export async function insertPerson(
  tx: DbTx,
  {
    now,
    language,
    invitedBy,
  }: { readonly now: Date; readonly language: string | null; readonly invitedBy: PersonId | undefined },
): Promise<PersonId> {
  const id = newOrderedId<PersonId>(now.getTime());
  for (let draw = 1; draw <= drawsMax; draw += 1) {
    const inserted = await tx
      .insertInto('people')
      .values({
        id,
        public_id: newPublicId(),
        invite_code: newInviteCode(),
        language,
        invited_by: invitedBy ?? null,
        terms_accepted_at: now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted !== undefined) return id;
  }
  assert(false, 'no free public id or invite code in ten draws');
}

/** Adds a proven contact. Throws `ACCOUNT_TAKEN` when somebody has it, or could still take it back. */
export async function insertContact(tx: DbTx, personId: PersonId, contact: Contact, now: Date): Promise<void> {
  if (await isContactReserved(tx, { contact, personId, now })) throw problem('ACCOUNT_TAKEN');
  const inserted = await tx
    .insertInto('contacts')
    .values({
      id: randomUUID(),
      person_id: personId,
      kind: contact.kind,
      value: contact.value,
      verified_at: now,
      added_at: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw problem('ACCOUNT_TAKEN');
}

/** All contacts of a person, the first proven one first. */
export async function listContacts(db: DbReader, personId: PersonId): Promise<readonly Contact[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(['kind', 'value'])
    .where('person_id', '=', personId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, value }) => ({ kind: kind as Contact['kind'], value }));
}

/** The contact a person registered with: where codes go. Throws `LOGIN_EXPIRED` where the account was closed meanwhile. */
export async function getMainContact(db: DbReader, personId: PersonId): Promise<Contact> {
  const [contact] = await listContacts(db, personId);
  if (contact === undefined) throw problem('LOGIN_EXPIRED');
  return contact;
}
