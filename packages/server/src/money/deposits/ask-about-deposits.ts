import { forEachIsolated } from '@tern/base/for-each-isolated';
import { toWire } from '@tern/base/to-wire';
import type { ServiceFinding } from '@tern/contracts/refused-addresses';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import {
  askUnder,
  claimDepositChecks,
  deleteDepositCheck,
  holdsWithoutAnswer,
  insertDepositCases,
  lockDepositCheck,
  putOffDepositCheck,
  type DepositCheck,
} from '../../people/screening/public.ts';
import { giveFree } from './release-deposit.ts';
import type { ScreenDepositsDeps } from './screen-deposits.ts';

/** How long whoever asks has for one question, the answer and its booking: a time-out is five seconds at most. */
const leaseSeconds = 30;

/** A large deposit about which there is no answer is asked about so many times before a person has to decide. */
const attemptsMax = 3;
const retrySeconds = 20;

/**
 * Worker step: asks the outside service about the senders of deposits that were credited, and lets go of what it has nothing
 * against. What it has something against is a case from then on, and so is one without an answer from the value on that the
 * rule of its hold names. Where the settings name no service any more and two operators have decided no rule, what waited for
 * it is let go. Returns how many were settled.
 */
export async function askAboutDeposits(
  { db, screening }: Pick<ScreenDepositsDeps, 'screening'> & { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  const checks = await claimDepositChecks(db.kysely, { limit, leaseSeconds });
  const asked = await Promise.all(
    checks.map(async (check) => {
      // It is asked about because of the rule of its hold, whatever was decided since.
      const rule = { version: check.ruleVersion ?? 0, sends: false, deposits: true, closedFrom: check.closedFrom };
      const ask = askUnder(rule, 'deposits', screening);
      return { check, finding: (await ask?.(question(check), 'deposit')) ?? null };
    }),
  );
  return await forEachIsolated(asked, async ({ check, finding }) => {
    if (finding?.service !== 'no-answer') return await settle(db, check, finding);
    if (!holdsWithoutAnswer(check, check.usdtValue)) return await settle(db, check, null);
    if (check.attempts >= attemptsMax) return await settle(db, check, finding);
    await putOffDepositCheck(db.kysely, check.depositId, retrySeconds);
    return false;
  });
}

function question({ asset, address, amount, usdtValue }: DepositCheck) {
  return toWire({
    ...{ asset, address, amount },
    usdtValue,
  });
}

/** False where somebody else has settled it meanwhile, or its time was over. */
function settle(db: Database, check: DepositCheck, finding: ServiceFinding | null): Promise<boolean> {
  return transact(db, async (tx) => {
    if (!(await lockDepositCheck(tx, check.depositId))) return false;
    // The case takes its deadline from the question, which goes with the answer.
    if (finding !== null) await insertDepositCases(tx, [{ ...check, evidence: [finding] }]);
    await deleteDepositCheck(tx, check.depositId);
    if (finding === null) await giveFree(tx, check, 'nothing-found');
    return true;
  });
}
