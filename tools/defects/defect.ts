import type { Fault } from './fault.ts';
import type { NamedTest } from './run-tests.ts';

/** A trap that others fell into, dug on purpose. */
export type Defect = {
  readonly id: string;
  /** Whose trap it was, or which threat of docs/security/threats.md it opens. */
  readonly trap: string;
  /** What the code does wrong with it. */
  readonly wrong: string;
  /** Planted one after the other. */
  readonly faults: readonly Fault[];
  /** The test that must fail: its title, or for a table of cases the title of one. */
  readonly caughtBy: NamedTest;
};
