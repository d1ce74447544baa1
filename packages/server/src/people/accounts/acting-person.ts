import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { toldFreezeReasons, type FreezeReason } from '@tern/contracts/problems/transfers';

/** A person as their row says it, locked while they act. */
export type ActingPerson = {
  readonly active: boolean;
  /** A hold by operators that is on now. */
  readonly freeze: { readonly reason: FreezeReason; readonly until: Date } | null;
};

/** Lets only those go on whose money may move. Throws `LOGIN_EXPIRED` and `ACCOUNT_FROZEN`. */
export function requireActing(person: ActingPerson | undefined): void {
  if (person?.active !== true) throw problem('LOGIN_EXPIRED');
  const { freeze } = person;
  if (freeze !== null)
    throw problem('ACCOUNT_FROZEN', toWire({ until: freeze.until, reason: toldFreezeReasons[freeze.reason] }));
}
