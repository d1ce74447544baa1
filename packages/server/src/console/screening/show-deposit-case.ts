import type { DepositId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { DepositCaseView } from '@tern/contracts/routes/console-screening';
import type { Database } from '@tern/db/database';
import { getPerson } from '../../people/accounts/public.ts';
import { findDepositCase, findRule } from '../../people/screening/public.ts';
import { nameOperators } from '../access/public.ts';
import { ruleView } from './rule-view.ts';

/** A held deposit with everything that is known of it. Throws `NOT_FOUND`. */
export async function showDepositCase(db: Database, id: DepositId): Promise<DepositCaseView> {
  const held = await findDepositCase(db.kysely, id);
  if (held === undefined) throw problem('NOT_FOUND');
  const [{ publicId }, nameOf, rule] = await Promise.all([
    getPerson(db.kysely, held.personId),
    nameOperators(db),
    findRule(db.kysely, held.ruleVersion),
  ]);
  const { assetId, address, reason, evidence, outcome, endedAt, decidedBy, toAddress, txId, personId, recordId } = held;
  return toWire({
    kind: 'deposit',
    ...{ id, assetId, address, reason, toAddress, txId, personId, publicId, recordId },
    amount: held.amount,
    usdtValue: held.usdtValue,
    evidence: [...evidence],
    openedAt: held.openedAt,
    until: held.until,
    rule: rule === null ? null : ruleView(rule),
    state: outcome ?? 'under-review',
    endedAt,
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
  });
}
