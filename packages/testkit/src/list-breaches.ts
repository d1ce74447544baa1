import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findBreaches } from '@tern/server/house/invariants/public';

/** What a test writes into the tables by itself, where it is not about that, and which findings come of it. */
const findingsOf = {
  /** Balances that no deposit brought. */
  funds: [/^I07 journal \d+ credits a deposit that never came in$/, /^I26 account \d+ has posted \d+, replayed it is /],
  /** Transfers that nobody gave their factors for. */
  factors: [/^I20 withdrawal \S+: no factors were given for its draft /],
  /** Deposits whose money no journal brought, only so that their owner is active. */
  deposits: [
    /^I06 deposit \S+ of transaction \S+ has no journal that books exactly it$/,
    /^I26 record {2}shows {2}, deposit \S+ brought 1$/,
  ],
} as const;

export type Invented = keyof typeof findingsOf;

/**
 * Every finding of the watch that closes sending in an installation, but for what the test invented. A test of one slice asks this
 * and not the ledger's own checks only: the watch is written a second time, and a change that only one of the two learns closes the house.
 */
export async function listBreaches(
  db: Database,
  { invented }: { readonly invented: readonly Invented[] },
): Promise<Awaited<ReturnType<typeof findBreaches>>> {
  const expected = invented.flatMap((name) => findingsOf[name]);
  const found = await transact(db, (tx) => findBreaches(tx, {}), { isolation: 'repeatable read' });
  return found.filter(({ invariant, finding }) => !expected.some((form) => form.test(`${invariant} ${finding}`)));
}
