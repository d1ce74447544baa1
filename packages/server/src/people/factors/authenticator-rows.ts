import type { DbReader } from '@tern/db/database';
import type { SealedRows } from '../../platform/reseal-rows.ts';

/** The sealed keys of all bound authenticators. Those of a set-up under way last minutes and are left out. */
export function authenticatorRows(db: DbReader): SealedRows {
  return {
    list: async (after, limit) => {
      const all = db
        .selectFrom('authenticators')
        .select(['person_id as personId', 'secret_sealed as sealed'])
        .orderBy('person_id')
        .limit(limit);
      return await (after === undefined ? all : all.where('person_id', '>', after)).execute();
    },
    replace: async ({ personId, sealed }, resealed) => {
      await db
        .updateTable('authenticators')
        .set({ secret_sealed: resealed })
        .where('person_id', '=', personId)
        .where('secret_sealed', '=', sealed)
        .execute();
    },
    context: (personId) => personId,
  };
}
