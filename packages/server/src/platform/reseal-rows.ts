import type { PersonId } from '@tern/base/ids';
import type { SecretBox } from './secret-box.ts';

/** One sealed value of each person, as a table keeps it. */
export type SealedRow = { readonly personId: PersonId; readonly sealed: Buffer };

export type SealedRows = {
  /** The rows after this person, in the order of their ids; all of them from the first on where it is undefined. */
  readonly list: (after: PersonId | undefined, limit: number) => Promise<readonly SealedRow[]>;
  /** Replaces a value unless it was changed meanwhile. */
  readonly replace: (row: SealedRow, resealed: Buffer) => Promise<void>;
  /** What a value is bound to. */
  readonly context: (personId: PersonId) => string;
};

export type Resealed = {
  readonly resealed: number;
  /** Rows that none of the keys opens. */
  readonly unreadable: number;
};

const pageSize = 500;

/** Seals every value of a table under the newest key that is not sealed under it yet. Can be broken off and run again. */
export async function resealRows(
  rows: SealedRows,
  boxes: {
    /** Opens with every key that is left. */
    readonly all: SecretBox;
    /** Knows the newest key alone. */
    readonly newest: SecretBox;
  },
): Promise<Resealed> {
  let resealed = 0;
  let unreadable = 0;
  let after: PersonId | undefined;
  for (;;) {
    const page = await rows.list(after, pageSize);
    for (const row of page) {
      const context = rows.context(row.personId);
      if (tryOpen(boxes.newest, row.sealed, context) !== undefined) continue;
      const plain = tryOpen(boxes.all, row.sealed, context);
      if (plain === undefined) unreadable += 1;
      else {
        await rows.replace(row, boxes.newest.seal(plain, context));
        resealed += 1;
      }
    }
    after = page.at(-1)?.personId;
    if (page.length < pageSize || after === undefined) return { resealed, unreadable };
  }
}

function tryOpen(box: SecretBox, sealed: Buffer, context: string): string | undefined {
  try {
    return box.open(sealed, context);
  } catch {
    return undefined;
  }
}
