import type { Clock } from '@tern/base/clock';
import type { DayView, JournalRowView } from '@tern/contracts/routes/console-books';
import type { ServiceJournal } from '@tern/contracts/routes/service-books';
import type { Database } from '@tern/db/database';
import type { Asset, AssetId } from '@tern/money/asset';
import { listDays, readBooks, searchJournals, showJournal, showTrialBalance } from '../books/public.ts';

export type ServiceBooksDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly assets: Readonly<Record<AssetId, Asset>>;
};

/** The books as other systems read them, each in a database transaction that can write nothing. */
export function serviceBooks({ db, clock, assets }: ServiceBooksDeps) {
  return {
    listDays: async ({
      after,
    }: {
      readonly after?: string | undefined;
    }): Promise<{ days: DayView[]; after: string | null }> => {
      const { days, next } = await readBooks(db, (books) => listDays(books, { before: after }));
      return { days, after: next };
    },
    trialBalance: ({ at }: { readonly at?: string | undefined }) =>
      readBooks(db, (books) => showTrialBalance(books, { clock, at: at === undefined ? undefined : new Date(at) })),
    listJournals: async ({
      after,
      asset,
      ...search
    }: {
      readonly kind?: string | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly asset?: AssetId | undefined;
      readonly after?: string | undefined;
    }): Promise<{ journals: JournalRowView[]; after: string | null }> => {
      const { journals, next } = await readBooks(db, (books) =>
        searchJournals(books, { search: { ...search, assetId: asset, before: after }, assets: Object.values(assets) }),
      );
      return { journals, after: next };
    },
    /** What was noted beside it is left out by the contract. */
    journal: (named: { readonly id: string }): Promise<ServiceJournal> =>
      readBooks(db, (books) => showJournal(books, named)),
  };
}
