import type { Assertion, PendingApproval } from '@tern/tron/signer-protocol';
import type { NewCredential } from './open-enrolments.ts';

/** A policy as people type it on the page: amounts in whole coins, empty where nothing is to be allowed. */
export type PolicyDraft = {
  readonly limits: Readonly<Record<'trx' | 'usdt' | 'reward', { readonly perOrder: string; readonly perDay: string }>>;
  readonly feeLimit: string;
  readonly cold: string;
  readonly witnesses: readonly string[];
};

/** What the page shows. Nothing in it is secret. */
export type PageState = {
  /** `first`: nobody is enrolled. `decide`: two operators decide. `running`: the same, at the running signer. */
  readonly mode: 'first' | 'decide' | 'running';
  /** The hot wallet's address, which names the signer in all that operators sign. */
  readonly signer: string;
  readonly network: string;
  readonly origin: string;
  readonly rpId: string;
  /** Contracts of the tokens that the signer pays, with their decimals. */
  readonly tokens: Readonly<Record<string, { readonly name: string; readonly decimals: number }>>;
  /**
   * The policy in force, as it is written in statements, and the witnesses whom its own statement names. Absent where there
   * is none yet, and where the running signer is asked.
   */
  readonly inForce?: { readonly policy: string; readonly witnesses: readonly string[] };
  /** Keys that this page enrolled and that no policy in force names yet. */
  readonly enrolled: readonly {
    readonly operator: string;
    readonly credentialId: string;
    readonly fingerprint: string;
  }[];
  readonly pending: readonly PendingApproval[];
};

/** All that can be done on the page. It has no way to a key of the chain: it enrols, proposes and approves. */
export type PageDesk = {
  readonly getState: () => Promise<PageState>;
  readonly beginEnrolment: (operator: string) => { readonly challenge: string };
  readonly finishEnrolment: (challenge: string, credential: NewCredential, assertion: Assertion) => void;
  readonly propose: (draft: PolicyDraft) => void;
  readonly approve: (
    challenge: string,
    assertion: Assertion,
  ) => Promise<{ readonly given: number; readonly needed: number }>;
  /** The record of everything decided so far, as one text. */
  readonly getRecord: () => string;
};

/** What the page is told about its surroundings. */
export type PagePlace = Pick<PageState, 'network' | 'origin' | 'rpId' | 'tokens'>;
