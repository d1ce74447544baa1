import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import { findMoment, selectTermsVersion } from './terms-store.ts';
import { readTerms } from './terms.ts';

/** The smallest send of an asset by the terms in force, base units; undefined before the api's first start. */
export async function findSmallestSend(db: DbReader, assetId: AssetId): Promise<Units | undefined> {
  const moment = await findMoment(db);
  if (moment === undefined) return undefined;
  const { values } = await selectTermsVersion(db, moment.current);
  return readTerms(moment.current, values).sending.minimums[assetId];
}
