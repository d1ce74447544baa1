import type { PersonId } from '@tern/base/ids';
import type { Database, DbReader, DbTx } from '@tern/db/database';
import type { Asset, AssetId } from '@tern/money/asset';
import type { PriceRules } from '../../chain/prices/public.ts';
import type { ActingPerson } from '../../people/accounts/public.ts';
import type { TermsReader } from '../../people/terms/public.ts';

/** Two tokens that are swapped into one another, in both directions alike. */
export type Pair = readonly [AssetId, AssetId];

export type SwapDeps = {
  readonly db: Database;
  readonly assets: Readonly<Record<AssetId, Pick<Asset, 'decimals'>>>;
  readonly pairs: readonly Pair[];
  /** Fees and limits. */
  readonly terms: TermsReader;
  readonly priceRules: PriceRules;
  /** How long a quote holds. */
  readonly quoteLifetimeMs: number;
  readonly factors: {
    /** Checks the trade password and counts failures in its own database transaction. Throws the catalogue's problems. */
    readonly authorizeSwap: (input: {
      readonly personId: PersonId;
      readonly tradePassword: string;
      readonly action: string;
    }) => Promise<void>;
    /** Locks people's rows until the transaction ends, so that a swap and a freeze come one after the other. */
    readonly lockPeople: (tx: DbTx, personIds: readonly PersonId[]) => Promise<ReadonlyMap<PersonId, ActingPerson>>;
  };
  /** Whether this person may be given rewards: a country is declared and not among the closed ones. */
  readonly mayReceiveIncentives: (db: DbReader, personId: PersonId) => Promise<boolean>;
  /** Those of these people whose declared country is a closed one. */
  readonly listClosedAmong: (db: DbReader, personIds: readonly PersonId[]) => Promise<ReadonlySet<PersonId>>;
  /** Counts one quote for this person. Throws `TOO_MANY_REQUESTS`. */
  readonly limitQuotes: (personId: PersonId) => Promise<void>;
};
