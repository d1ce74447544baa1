import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '@tern/db/database';
import { installation } from '../installation.ts';

/**
 * The installation's database with the owner's rights: for looking at the books, and for what time or the market alone would
 * do. What is done with it, people and processes see as if it had happened.
 */
export async function asOwner<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const file = join(import.meta.dirname, '../../..', installation.DATA_DIR, 'database/password');
  const password = encodeURIComponent(readFileSync(file, 'utf8').trim());
  const db = openDatabase({
    url: `postgres://tern_owner:${password}@127.0.0.1:${installation.DATABASE_PORT}/postgres`,
    applicationName: 'e2e owner',
    poolMax: 1,
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
