import type { PersonId } from '@tern/base/ids';
import type { AgreementDocument, AgreementVersion } from '@tern/contracts/agreement-versions';
import type { DbReader, DbTx } from '@tern/db/database';
import { isCheckViolation } from '@tern/db/violations';
import { sql } from 'kysely';
import type { Acceptance, DueAgreement } from './agreement.ts';

/**
 * Makes a version known; one that is known stays as it is. Throws where it is dated more than a year ahead: it would be in force
 * at once, and none that a later build shows could follow it.
 */
export async function publishVersion(
  db: DbReader,
  { document, version, digest }: AgreementVersion & { readonly document: AgreementDocument },
): Promise<void> {
  try {
    await sql`SELECT publish_agreement(${document}, ${version}, ${digest})`.execute(db);
  } catch (error) {
    if (!isCheckViolation(error, 'agreement_versions_ahead_check')) throw error;
    throw new Error(`Version ${version} of the ${document} is dated more than a year ahead`, { cause: error });
  }
}

/** Every version that was ever published. */
export async function selectVersions(
  db: DbReader,
): Promise<readonly (AgreementVersion & { readonly document: AgreementDocument })[]> {
  const { rows } = await sql<AgreementVersion & { readonly document: AgreementDocument }>`
    SELECT document, version, digest FROM agreement_versions ORDER BY document, version`.execute(db);
  return rows;
}

/** Versions in force, the latest of each document, that a person has not accepted. */
export async function selectDue(db: DbReader, personId: PersonId): Promise<readonly DueAgreement[]> {
  return (await selectDueOf(db, [personId])).get(personId) ?? [];
}

/** As `selectDue`, for several people; who has accepted all is absent. */
export async function selectDueOf(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, readonly DueAgreement[]>> {
  const { rows } = await sql<DueAgreement & { readonly person_id: PersonId }>`
    SELECT p.person_id, v.document, v.version
    FROM unnest(${personIds}::uuid[]) AS p (person_id)
    CROSS JOIN (SELECT document, max(version) AS version FROM agreement_versions GROUP BY document) AS v
    WHERE NOT EXISTS (
      SELECT FROM agreement_acceptances AS a
       WHERE a.person_id = p.person_id AND a.document = v.document AND a.version = v.version)
    ORDER BY v.document`.execute(db);
  const due = Map.groupBy(rows, (row) => row.person_id);
  return new Map(
    [...due].map(([personId, own]) => [personId, own.map(({ document, version }) => ({ document, version }))]),
  );
}

/** Notes what was accepted; what was accepted before keeps its first time. False where no such version was published. */
export async function insertAcceptance(
  tx: DbTx,
  personId: PersonId,
  { document, version, language, acceptedAt }: Acceptance,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    WITH known AS (SELECT document, version FROM agreement_versions WHERE document = ${document} AND version = ${version}),
      added AS (
        INSERT INTO agreement_acceptances (person_id, document, version, language, accepted_at)
        SELECT ${personId}::uuid, document, version, ${language}::text, ${acceptedAt}::timestamptz FROM known
        ON CONFLICT ON CONSTRAINT agreement_acceptances_pkey DO NOTHING)
    SELECT EXISTS (SELECT FROM known) AS known`.execute(tx);
  return rows[0]?.known === true;
}

/** Everything a person ever accepted, newest first. */
export async function selectAcceptances(db: DbReader, personId: PersonId): Promise<readonly Acceptance[]> {
  const { rows } = await sql<Acceptance>`
    SELECT document, version, language, accepted_at AS "acceptedAt" FROM agreement_acceptances
     WHERE person_id = ${personId} ORDER BY version DESC, document`.execute(db);
  return rows;
}
