import type { PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import type { EvidenceRead } from '@tern/images/re-encode-evidence';
import type { ObjectStore } from '@tern/object-store/object-store';

export type ActivityDeps = {
  readonly db: Database;
  readonly factors: {
    /** Checks the trade password and counts failures in its own database transaction. Throws the catalogue's problems. */
    readonly authorizeClaim: (input: {
      readonly personId: PersonId;
      readonly tradePassword: string;
      readonly action: string;
    }) => Promise<void>;
  };
  /** Countries whose people are given nothing. */
  readonly closedCountries: readonly string[];
};

export type PictureDeps = {
  readonly db: Database;
  /** Where the pictures are. */
  readonly pictures: ObjectStore;
  /** Makes a new picture from the pixels of a stranger's file. */
  readonly readPicture: (file: string) => Promise<EvidenceRead>;
  /** Throws `TOO_MANY_REQUESTS` for somebody who sends pictures without end. */
  readonly limitPictures: (personId: PersonId) => Promise<void>;
};
