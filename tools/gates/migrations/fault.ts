/** Why a migration cannot be applied while people use the version before. */
export type Rule =
  /** It locks people out for as long as it takes to read or write a whole table. */
  | 'locks-out'
  /** It takes something away, or allows less, while the version before uses it. */
  | 'takes-away'
  /** It changes many rows in one transaction. */
  | 'changes-all'
  /** It waits for more tables than one moment has room for. */
  | 'too-many-tables'
  /** It is in the wrong kind of file for the way it runs. */
  | 'wrong-way'
  /** The gate does not know what it does. */
  | 'unknown';

export type Fault = {
  readonly rule: Rule;
  /** What it is about: a table, a constraint, a function. */
  readonly object: string;
  readonly line: number;
  readonly why: string;
};
