import type { PersonId } from '@tern/base/ids';
import { assetSettings, type AssetSettings } from '@tern/contracts/routes/home';
import type { Database, DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { changeAccount } from '../../people/sessions/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';

/** How a person wants their assets listed; everything in the installation's order until they said. */
export async function getAssetSettings(db: DbReader, personId: PersonId): Promise<AssetSettings> {
  const row = await db.selectFrom('asset_settings').selectAll().where('person_id', '=', personId).executeTakeFirst();
  if (row === undefined) return { hidden: [], firstOnes: [], hideSmall: false };
  return assetSettings.parse({ hidden: row.hidden, firstOnes: row.first_ones, hideSmall: row.hide_small });
}

export async function setAssetSettings(
  db: Database,
  session: ApiSession,
  { hidden, firstOnes, hideSmall }: AssetSettings,
): Promise<AssetSettings> {
  const settings = { hidden: [...new Set(hidden)], firstOnes: [...new Set(firstOnes)], hideSmall };
  await changeAccount(db, session, (tx) =>
    sql`
      INSERT INTO asset_settings (person_id, hidden, first_ones, hide_small)
      VALUES (${session.personId}, ${settings.hidden}::text[], ${settings.firstOnes}::text[], ${hideSmall})
      ON CONFLICT ON CONSTRAINT asset_settings_pkey
        DO UPDATE SET hidden = excluded.hidden, first_ones = excluded.first_ones, hide_small = excluded.hide_small`.execute(
      tx,
    ),
  );
  return settings;
}

export async function deleteAssetSettings(db: DbReader, personId: PersonId): Promise<void> {
  await db.deleteFrom('asset_settings').where('person_id', '=', personId).execute();
}
