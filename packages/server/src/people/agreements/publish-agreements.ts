import { agreementDocuments, agreementVersions } from '@tern/contracts/agreement-versions';
import type { Database } from '@tern/db/database';
import { publishVersion, selectVersions } from './agreement-store.ts';

/**
 * Puts the versions of this build in force, in every process at once: from now on people are asked to accept the latest.
 * Returns those that were published with another text under the same name, which nobody can tell apart any more.
 */
export async function publishAgreements(db: Database): Promise<readonly string[]> {
  const own = agreementDocuments.flatMap((document) =>
    agreementVersions[document].map((version) => ({ ...version, document })),
  );
  for (const version of own) await publishVersion(db.kysely, version);
  const published = await selectVersions(db.kysely);
  return own
    .filter(({ document, version, digest }) =>
      published.some((one) => one.document === document && one.version === version && one.digest !== digest),
    )
    .map(({ document, version }) => `${document} ${version}`);
}
