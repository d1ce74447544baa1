import type { Head, Line } from './read-distribution.ts';

type Span = Pick<Head, 'startsAt' | 'endsAt'>;
type Course = {
  readonly opening: string;
  readonly moves: readonly { readonly at: string; readonly amount: string }[];
};

/** A wallet's balance before a period and everything that moved within it, as the wallet gives it to its owner. */
export type GivenCourse = {
  readonly opening: string;
  readonly moves: readonly {
    readonly transferId: string;
    readonly at: string;
    readonly amount: string;
    readonly balance: string;
  }[];
};

/** Whether a weight follows from a balance's course. Written from docs/rewards.md, with no code of the wallet. */
export function checkCourse(course: GivenCourse, head: Span, { weight }: Pick<Line, 'weight'>): readonly string[] {
  const found = [...checkWeight(course, head, weight)];
  let balance = BigInt(course.opening);
  let lastId = -1n;
  for (const { transferId, amount, balance: said } of course.moves) {
    balance += BigInt(amount);
    if (balance !== BigInt(said)) found.push(`transfer ${transferId} leaves ${balance}, not ${said}`);
    if (BigInt(transferId) <= lastId) found.push(`transfer ${transferId} is not after the one before it`);
    lastId = BigInt(transferId);
  }
  return found;
}

/**
 * What contradicts that a balance which went like this has this weight. A weight of 0 says that the wallet does not count, whatever
 * it held: its line is there for its swap reward.
 */
export function checkWeight({ opening, moves }: Course, { startsAt, endsAt }: Span, weight: bigint): readonly string[] {
  const found: string[] = [];
  const [start, end] = [microsecondsOf(startsAt), microsecondsOf(endsAt)];
  let balance = BigInt(opening);
  // What was there counts from the beginning to the end, and each move from its moment to the end.
  let computed = balance * (end - start);
  let before = start;
  for (const [index, { at, amount }] of moves.entries()) {
    const moment = microsecondsOf(at);
    balance += BigInt(amount);
    computed += BigInt(amount) * (end - moment);
    if (balance < 0n) found.push(`the balance is below zero after move ${index + 1}`);
    if (moment < before || moment >= end) found.push(`move ${index + 1} is not within the period and in its order`);
    before = moment;
  }
  if (weight !== 0n && computed !== weight) found.push(`the balances come to the weight ${computed}, not ${weight}`);
  return found;
}

const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3}|\d{6})Z$/;

function microsecondsOf(text: string): bigint {
  const [, second = '', places = ''] = written.exec(text) ?? [];
  if (second === '') throw new Error(`no time with three or six places: ${text.slice(0, 40)}`);
  return BigInt(Date.parse(`${second}Z`)) * 1_000n + BigInt(places.padEnd(6, '0'));
}
