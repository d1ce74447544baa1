import type { Assertion } from '@tern/tron/signer-protocol';

/** One version of the policy with everything that shows who decided it. */
export type RecordStep = {
  readonly version: number;
  /** By the signer's clock. */
  readonly at: string;
  /** The policy, as the statement has it. */
  readonly policy: string;
  /** What was signed. Absent where the machine alone decided, which it can before two operators are enrolled. */
  readonly statement?: string;
  readonly approvals: readonly { readonly operator: string; readonly at: string; readonly assertion: Assertion }[];
};

/** All versions of a signer's policy, in order. Nothing in it is secret. */
export type PolicyRecord = {
  readonly format: 'signer record 1';
  /** The hot wallet's address. */
  readonly signer: string;
  readonly steps: readonly RecordStep[];
};
