/** Writes `packages/db/src/schema.ts` from a freshly migrated database. Run it after adding a migration. */
import { writeFile } from 'node:fs/promises';
import { renderSchema } from '@tern/db/render-schema';
import { createTestDatabase } from '@tern/testkit/database';
import { setup } from '@tern/testkit/database-global-setup';
import { readArguments } from './command-line/read-arguments.ts';

readArguments({
  usage: 'Usage: npm run generate:db-types\n  Writes packages/db/src/schema.ts from the migrations.',
});
const tearDown = await setup();
try {
  const database = await createTestDatabase();
  const target = new URL('../packages/db/src/schema.ts', import.meta.url);
  await writeFile(target, await renderSchema(database.db.kysely));
  await database.drop();
} finally {
  await tearDown();
}
