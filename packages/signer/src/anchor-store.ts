import type { AnchoredStatement } from '@tern/tron/anchor-memo';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { StoreDatabase } from './standby/logged-database.ts';

/** Statements come about one a day: more at once is none of the house's doing, and would leave no number for those that follow. */
const numbersAhead = 400;

/**
 * Refuses a second statement for a number, one for a number that was passed over, so that nobody can be shown another one, and
 * one for a number far ahead.
 * @throws SignerRefusal
 */
export function requireOneStatement(store: AnchorStore, { number, hash }: AnchoredStatement): void {
  const known = store.findAnchor(number);
  const last = store.lastAnchor();
  if (known === undefined ? number <= last : known !== hash)
    throw new SignerRefusal('statement-changed', `number ${number}`);
  if (last > 0 && number > last + numbersAhead)
    throw new SignerRefusal('malformed', `number ${number} is far above ${last}`);
}

/** Which statement each number stands for, for ever. */
export type AnchorStore = {
  readonly findAnchor: (number: number) => string | undefined;
  /** The highest number that stands for one, or 0. */
  readonly lastAnchor: () => number;
  /** Keeps it; nothing where the number has its statement. */
  readonly putAnchor: (statement: AnchoredStatement) => void;
};

export function openAnchorStore(database: StoreDatabase): AnchorStore {
  const byNumber = database.prepare('SELECT hash FROM anchors WHERE number = ?');
  const newest = database.prepare('SELECT coalesce(max(number), 0) AS number FROM anchors');
  const insert = database.prepare('INSERT OR IGNORE INTO anchors (number, hash) VALUES (?, ?)');
  return {
    findAnchor: (number) => {
      const hash = byNumber.get(number)?.['hash'];
      return hash === undefined ? undefined : String(hash);
    },
    lastAnchor: () => Number(newest.get()?.['number']),
    putAnchor: ({ number, hash }) => {
      insert.run(number, hash);
    },
  };
}
