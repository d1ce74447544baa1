/** One entry of the ledger, as the log commits to it (docs/ledger-log.md). Base units. */
export type LoggedEntry = {
  /** The day in UTC, like `2026-11-29`. */
  readonly day: string;
  /** The wallet's Tron address, by which people know it; for an account of the house, `house.` and its code. */
  readonly owner: string;
  readonly assetId: string;
  /** Counts the entries of the owner in this asset, from 1. */
  readonly seq: string;
  /** Positive for what came in. */
  readonly amount: string;
  readonly balance: string;
  readonly kind: string;
  readonly code: string;
  /** Microseconds since 1970. */
  readonly time: string;
  /** 16 secret bytes, hexadecimal. */
  readonly nonce: string;
};

/** The text to which the leaf of an entry commits. */
export function textOfEntry(entry: LoggedEntry): string {
  const { day, owner, assetId, seq, amount, balance, kind, code, time, nonce } = entry;
  return `entry:1:${day}:${owner}:${assetId}:${seq}:${amount}:${balance}:${kind}:${code}:${time}:${nonce}`;
}

/** The text of a day's one leaf that is no entry: the day's root of the books, for auditors. */
export function textOfBooks({
  day,
  dailyRoot,
  nonce,
}: {
  readonly day: string;
  readonly dailyRoot: string;
  readonly nonce: string;
}): string {
  return `books:1:${day}:${dailyRoot}:${nonce}`;
}

/** The text of a leaf that stands for nothing. Nobody without its nonce can tell it from the leaf of an entry. */
export function textOfNothing({ day, nonce }: { readonly day: string; readonly nonce: string }): string {
  return `nothing:1:${day}:${nonce}`;
}

/** The text of a day's leaf in the log. */
export function textOfDay({ position, day, leaves, root }: LoggedDay): string {
  return `day:1:${position}:${day}:${leaves}:${root}`;
}

/** A day of the log: its place from 0, how many leaves its tree has, and the root over them, hexadecimal. */
export type LoggedDay = {
  readonly position: number;
  readonly day: string;
  /** A power of two, at least 1,024: leaves that stand for nothing make the number up. */
  readonly leaves: number;
  readonly root: string;
};
