import { openDatabase } from '@tern/db/database';
import { readArchive, type Archive } from '@tern/db/read-archive';
import { readStandbys } from '@tern/db/read-standbys';
import { sql } from 'kysely';

/** What a server that somebody else runs says of itself. */
export type ForeignServer = {
  /** As `17.12`. */
  readonly version: string;
  readonly archive: Archive;
  /** It is a standby, or has not finished a restore. */
  readonly recovering: boolean;
  readonly standbys: number;
  readonly checksums: boolean;
};

/** Asks with whatever login the address has. Rejects where the server does not answer. */
export async function lookAtServer(url: string): Promise<ForeignServer> {
  const db = openDatabase({ url, applicationName: 'backup', poolMax: 1, onIdleError: () => undefined });
  try {
    const { rows } = await sql<Pick<ForeignServer, 'version' | 'recovering' | 'checksums'>>`
      SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS recovering,
        current_setting('data_checksums') = 'on' AS checksums`.execute(db.kysely);
    const [said] = rows;
    if (said === undefined) throw new Error('the server said nothing');
    const { attached } = await readStandbys(db.kysely);
    return {
      ...said,
      version: said.version.split(' ')[0] ?? '',
      archive: await readArchive(db.kysely),
      standbys: attached,
    };
  } finally {
    await db.close();
  }
}
