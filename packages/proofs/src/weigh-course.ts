/** What came to a wallet (positive) or left it, as its owner is given it; amounts in base units, as text. */
export type CourseMove = {
  /** The ledger's transfer, whose entry this is. */
  readonly transferId: string;
  /** ISO 8601 in UTC with microseconds, for example `2026-11-21T14:31:58.000123Z`. */
  readonly at: string;
  readonly amount: string;
  /** The balance after it. */
  readonly balance: string;
};

/** How a balance went over a period: what was there at its beginning, and every move within it. */
export type BalanceCourse = {
  readonly opening: string;
  readonly moves: readonly CourseMove[];
};

/** The period: from its beginning, which belongs to it, to its end, which does not. ISO 8601 in UTC. */
export type CourseSpan = { readonly startsAt: string; readonly endsAt: string };

/**
 * The sum of balance times microseconds over a period: the weight that a distribution gives. Undefined where the course
 * contradicts itself: a balance that does not follow from the one before it, a negative one, a move outside of the period or
 * before the one before it, a transfer that is there twice. Pure.
 *
 * @throws {SyntaxError} or a `RangeError` where a number or a time is none.
 */
export function weighCourse({ opening, moves }: BalanceCourse, { startsAt, endsAt }: CourseSpan): bigint | undefined {
  const until = readMicroseconds(endsAt);
  let since = readMicroseconds(startsAt);
  let balance = BigInt(opening);
  let weight = 0n;
  let transfer = 0n;
  for (const move of moves) {
    const at = readMicroseconds(move.at);
    const next = balance + BigInt(move.amount);
    const isInOrder = at >= since && at < until && BigInt(move.transferId) > transfer;
    if (!isInOrder || balance < 0n || BigInt(move.balance) !== next) return undefined;
    weight += balance * (at - since);
    [since, balance, transfer] = [at, next, BigInt(move.transferId)];
  }
  return balance < 0n ? undefined : weight + balance * (until - since);
}

/** Microseconds since 1970 of a time that is written with three or six places after the second. */
function readMicroseconds(iso: string): bigint {
  const micros = /\.\d{3}(\d{3})Z$/.exec(iso)?.[1] ?? '0';
  return BigInt(Date.parse(iso)) * 1_000n + BigInt(micros);
}
