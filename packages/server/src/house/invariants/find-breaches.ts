import type { DbTx } from '@tern/db/database';
import { windowOf, type Breach, type Scope } from './breach.ts';
import { findConductBreaches } from './conduct-checks.ts';
import { findDepositBreaches } from './deposit-checks.ts';
import { findEndBreaches } from './end-checks.ts';
import { findLedgerBreaches } from './ledger-checks.ts';
import { findPaymentBreaches } from './payment-checks.ts';
import { findReplayBreaches } from './replay-checks.ts';
import { findRewardBreaches } from './reward-checks.ts';
import { findShortfallBreaches, findSurplusBreaches } from './surplus-checks.ts';
import { findTreasuryBreaches } from './treasury-checks.ts';
import { findUnfinished } from './unfinished-checks.ts';
import { findWithdrawalBreaches } from './withdrawal-checks.ts';

/**
 * Looks whether the books keep the invariants of docs/invariants.md and returns what does not; nothing when all is
 * right. Needs a transaction that sees one moment (repeatable read). It reads the tables themselves and asks nothing of
 * the code that wrote them. With `since` it reads what changed, within bounds; without, everything.
 */
export async function findBreaches(tx: DbTx, scope: Scope): Promise<readonly Breach[]> {
  const window = windowOf(scope);
  return [
    ...(await findLedgerBreaches(tx, window)),
    ...(await findDepositBreaches(tx, window)),
    ...(await findWithdrawalBreaches(tx, window)),
    ...(await findPaymentBreaches(tx, window)),
    ...(await findConductBreaches(tx, window)),
    ...(await findUnfinished(tx, scope.atRest === true)),
    ...(await findTreasuryBreaches(tx, window, scope.atRest === true)),
    ...(await findSurplusBreaches(tx)),
    ...(await findShortfallBreaches(tx, window)),
    ...(await findRewardBreaches(tx, window)),
    ...(await findReplayBreaches(tx, window)),
    ...(await findEndBreaches(tx, window)),
  ];
}
