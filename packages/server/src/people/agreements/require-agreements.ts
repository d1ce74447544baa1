import { openCoalescer } from '@tern/base/coalescer';
import type { PersonId } from '@tern/base/ids';
import { problem, type DomainError } from '@tern/contracts/problem';
import type { Database, DbReader } from '@tern/db/database';
import { isDatabaseAwayForAll } from '@tern/db/violations';
import { selectDueOf } from './agreement-store.ts';

/** Lets only those go on who accepted the versions in force. Throws `AGREEMENT_REQUIRED` with what waits. */
export async function requireAgreements(db: DbReader, personId: PersonId): Promise<void> {
  const [refusal] = await findRefusals(db, [personId]);
  if (refusal instanceof Error) throw refusal;
}

/** Most requests whose agreements are read together. */
const setMax = 256;

/** Requires as `requireAgreements`; requests that come at one moment share a statement. One for each process. */
export function openAgreementCheck({ kysely }: Pick<Database, 'kysely'>): (personId: PersonId) => Promise<void> {
  const { submit } = openCoalescer<PersonId, null>({
    together: (personIds) => findRefusals(kysely, personIds),
    // Reading can always be done again, but where nobody answers each would wait in vain, one after the other.
    isHarmless: (error) => !isDatabaseAwayForAll(error),
    weightOf: () => 1,
    weightMax: setMax,
  });
  return async (personId) => void (await submit(personId));
}

/** What refuses each of them, in their order; null for who may go on. */
async function findRefusals(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<readonly (DomainError<'AGREEMENT_REQUIRED'> | null)[]> {
  const due = await selectDueOf(db, [...new Set(personIds)]);
  return personIds.map((personId) => {
    const documents = due.get(personId);
    return documents === undefined ? null : problem('AGREEMENT_REQUIRED', { documents: [...documents] });
  });
}
