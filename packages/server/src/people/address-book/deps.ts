import type { PersonId } from '@tern/base/ids';
import type { AddressRule } from '@tern/contracts/routes/address-book';
import type { Database, DbReader, DbTx } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';

export type FactorsGiven = { readonly tradePassword: string; readonly authenticatorCode: string };

/** Where a request came from, for the account's history. */
export type Origin = { readonly ip: string; readonly userAgent: string };

/** What is told of a change that widens, or is going to widen, where money may go. */
export type AddressChange =
  | { readonly kind: 'address-added'; readonly detail: string }
  | { readonly kind: 'address-renamed'; readonly detail: string }
  | { readonly kind: 'address-rule-on'; readonly detail: AddressRule }
  | { readonly kind: 'address-rule-ending'; readonly detail: AddressRule };

export type AddressBookDeps = {
  readonly db: Database;
  readonly contracts: Readonly<Partial<Record<string, TronAddress>>>;
  /** Checks both factors in its own database transaction. Throws the catalogue's problems. */
  readonly authorize: (input: FactorsGiven & { readonly personId: PersonId; readonly action: string }) => Promise<void>;
  /** Writes the change into the account's history, and where it widens anything tells the person with a link that stops it. */
  readonly noteChange: (
    tx: DbTx,
    change: AddressChange & { readonly personId: PersonId; readonly origin: Origin },
  ) => Promise<void>;
  /** Whether the house pays from this address. */
  readonly isHotAddress: (db: DbReader, address: TronAddress) => Promise<boolean>;
  /** Where the person's own transfers went, newest first. */
  readonly listReceivers: (
    db: DbReader,
    personId: PersonId,
  ) => Promise<readonly { readonly address: string; readonly lastAt: Date }[]>;
};
