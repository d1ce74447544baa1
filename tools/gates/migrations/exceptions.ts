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
export const migrationExceptions: readonly Exception[] = [];
