import { migrate } from '@tern/db/migrate';
import { setRolePasswords, type SetRolePasswordsOptions } from '@tern/db/roles';
import { startProgress } from '@tern/installation/progress';

/** Brings the schema up to date with the owner's connection and lets the roles in. `npm start` and `npm run migrate` call it. */
export async function migrateDatabase({ url, passwords }: SetRolePasswordsOptions): Promise<void> {
  const progress = startProgress('Bringing the database up to date');
  try {
    const applied = await migrate({ url, log: progress.detail });
    await setRolePasswords({ url, passwords });
    progress.done(applied.length === 0 ? 'nothing to do' : `${applied.length} migrations`);
  } catch (error) {
    progress.failed();
    throw error;
  }
}
