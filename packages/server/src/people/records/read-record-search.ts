import type { PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import { listAddressEntries } from '../address-book/public.ts';
import type { RecordSearch } from './record-store.ts';

export type SearchedAssets = Readonly<Record<AssetId, { readonly decimals: number; readonly symbol: string }>>;

/** What a person typed to look for: text, names of their address book, or an amount. Undefined when they typed nothing. */
export async function readRecordSearch(
  { db, assets }: { readonly db: Database; readonly assets: SearchedAssets },
  { personId, search }: { readonly personId: PersonId; readonly search?: string | undefined },
): Promise<RecordSearch | undefined> {
  const text = (search ?? '').trim();
  if (text === '') return undefined;
  const folded = text.toLowerCase();
  const entries = await listAddressEntries(db.kysely, personId);
  return {
    text,
    addresses: entries.filter(({ label }) => label.toLowerCase().includes(folded)).map(({ address }) => address),
    amounts: assetIds.flatMap((assetId) => {
      const parsed = parseAmount(text, assets[assetId].decimals);
      return 'units' in parsed ? [{ assetId, amount: parsed.units }] : [];
    }),
  };
}

export function periodOf({
  from,
  until,
}: {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}): { readonly from: Date | undefined; readonly until: Date | undefined } {
  return {
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
  };
}
