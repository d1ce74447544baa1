import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { SealedRows } from '../../platform/reseal-rows.ts';
import type { IdentityKeys } from './deps.ts';

type WordKeys = Pick<IdentityKeys, 'outboxBox'>;

const context = (personId: PersonId): string => `word:${personId}`;

/** The word a person has chosen for our messages. */
export async function findWord(db: DbReader, keys: WordKeys, personId: PersonId): Promise<string | undefined> {
  const row = await db
    .selectFrom('message_words')
    .select('word_sealed')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && keys.outboxBox.open(row.word_sealed, context(personId));
}

/** Sets, replaces or, with null, takes away the word. */
export async function putWord(
  tx: DbTx,
  keys: WordKeys,
  { personId, word, now }: { readonly personId: PersonId; readonly word: string | null; readonly now: Date },
): Promise<void> {
  if (word === null) {
    await tx.deleteFrom('message_words').where('person_id', '=', personId).execute();
    return;
  }
  const sealed = { word_sealed: keys.outboxBox.seal(word, context(personId)), set_at: now };
  await tx
    .insertInto('message_words')
    .values({ person_id: personId, ...sealed })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(sealed))
    .execute();
}

/** The sealed words of all people. */
export function wordRows(db: DbReader): SealedRows {
  return {
    list: async (after, limit) => {
      const all = db
        .selectFrom('message_words')
        .select(['person_id as personId', 'word_sealed as sealed'])
        .orderBy('person_id')
        .limit(limit);
      return await (after === undefined ? all : all.where('person_id', '>', after)).execute();
    },
    replace: async ({ personId, sealed }, resealed) => {
      await db
        .updateTable('message_words')
        .set({ word_sealed: resealed })
        .where('person_id', '=', personId)
        .where('word_sealed', '=', sealed)
        .execute();
    },
    context,
  };
}
