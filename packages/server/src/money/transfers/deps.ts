import type { PersonId } from '@tern/base/ids';
import type { HoldReason } from '@tern/contracts/problems/transfers';
import type { Database, DbReader, DbTx } from '@tern/db/database';
import type { Asset, AssetId } from '@tern/money/asset';
import type { TronNode } from '@tern/tron/open-node';
import type { TokenContracts } from '../../chain/addresses/public.ts';
import type { ActingPerson } from '../../people/accounts/public.ts';
import type { FoundPerson, Search } from '../../people/discovery/public.ts';
import type { FactorLanes, SendingFactors } from '../../people/factors/public.ts';
import type { AskService } from '../../people/screening/public.ts';
import type { TermsReader } from '../../people/terms/public.ts';

export type SendingHold = { readonly until: Date; readonly reason: HoldReason };

/** What this slice asks of a person's factors; `identity` answers. */
export type Factors = Omit<FactorLanes, 'authorize'> & {
  /** Of each of these people, in their order. */
  readonly listFactors: (db: DbReader, personIds: readonly PersonId[]) => Promise<readonly SendingFactors[]>;
  /** Holds on addresses never paid before; who has none now is absent. */
  readonly findHolds: (db: DbReader, personIds: readonly PersonId[]) => Promise<ReadonlyMap<PersonId, SendingHold>>;
  /**
   * Locks people's rows until the transaction ends, so that each one's sends and a freeze come one after the other. Who
   * does not exist is absent.
   */
  readonly lockPeople: (tx: DbTx, personIds: readonly PersonId[]) => Promise<ReadonlyMap<PersonId, ActingPerson>>;
};

export type SendingChain = {
  /** First one first; all of them count where something has to be proven. */
  readonly nodes: readonly [TronNode, ...TronNode[]];
  readonly contracts: TokenContracts;
};

export type SendingDeps = {
  /** Whom a typed contact finds; counted. Throws `RECEIVER_NOT_FOUND` and `TOO_MANY_REQUESTS`. */
  readonly findPerson: (search: Search & { readonly ip: string }) => Promise<FoundPerson>;
  readonly db: Database;
  readonly chain: SendingChain;
  readonly assets: Readonly<Record<AssetId, Asset>>;
  /** Fees and limits. */
  readonly terms: TermsReader;
  /** Blocks until a block counts as irreversible. */
  readonly confirmations: number;
  readonly factors: Factors;
  /** The outside service; absent where the settings name none. */
  readonly screening?: AskService | undefined;
  /** Counts one question to the nodes for this person. Throws `TOO_MANY_REQUESTS` when there were too many of late. */
  readonly limitQuestions: (personId: PersonId) => Promise<void>;
  /** Counts one draft between this person's own wallets: no other limit does. Throws `TOO_MANY_REQUESTS` when there were too many of late. */
  readonly limitOwnMoves: (personId: PersonId) => Promise<void>;
};
