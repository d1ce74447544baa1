import { unitsFromWire } from '@tern/money/units';
import type { Question } from './attempt.ts';

type Stored<Value> = Value extends bigint
  ? string
  : Value extends string | number | boolean
    ? Value
    : { readonly [Key in keyof Value]: Stored<Value[Key]> };

/** A question as the database gives it back: amounts as decimal text. */
export type StoredQuestion = Stored<Question>;

/** A question as JSON keeps it. */
export function serializeQuestion(question: Question): string {
  return JSON.stringify(question, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

const amountNames = new Set(['amount', 'amountSun', 'feeLimitSun']);

/** Reads what `serializeQuestion` wrote and the database kept. */
export function readQuestion(stored: StoredQuestion): Question {
  const revived: unknown = JSON.parse(JSON.stringify(stored), (name, value: unknown) =>
    amountNames.has(name) && typeof value === 'string' ? unitsFromWire(value) : value,
  );
  return revived as Question;
}
