import type { Rule } from './fault.ts';

/** A fault that is none, because of what somebody knows and the gate cannot. */
export type Exception = {
  readonly file: string;
  readonly rule: Rule;
  /** As the finding names it. */
  readonly object: string;
  readonly reason: string;
};

/** Each with its reason. One that is not needed is a finding. */
export const migrationExceptions: readonly Exception[] = [
  {
    file: '0870_entries_get_an_end.sql',
    rule: 'unknown',
    object: "DO ''",
    reason: 'it makes a function that returns a constant, and locks no table',
  },
  {
    file: '0872_entries_are_divided.sql',
    rule: 'takes-away',
    object: 'ledger.entries entries_first_part_check',
    reason: 'the version before never had this rule; the bounds of the part say the same from here on',
  },
  {
    file: '0872_entries_are_divided.sql',
    rule: 'takes-away',
    object: 'ledger.entries RENAME CONSTRAINT entries_pkey TO entries_first_pkey',
    reason: 'the whole has a key of this name when the migration ends, and the version before names neither',
  },
  {
    file: '0872_entries_are_divided.sql',
    rule: 'takes-away',
    object: 'ledger.entries RENAME TO entries_first',
    reason:
      'the whole has this name when the migration ends, with the same columns, and nobody sees the moment between',
  },
];
