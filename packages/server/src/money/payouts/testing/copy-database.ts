import { dumpRows } from '@tern/testkit/dump-rows';
import { withClient } from '@tern/testkit/template-database';

/** Has a fresh database of the same schema hold what another one holds now: that database as a backup of this moment has it. */
export async function copyDatabase(fromUrl: string, toUrl: string): Promise<void> {
  const rows = await withClient(fromUrl, dumpRows);
  await withClient(toUrl, async (client) => {
    // Rows come as they are: no trigger and no foreign key has a say about the order.
    await client.query(`SET session_replication_role = replica; ${rows}`);
  });
}
