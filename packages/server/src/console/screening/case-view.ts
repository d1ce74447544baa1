import type { ScreeningCaseView } from '@tern/contracts/routes/console-screening';
import { unitsToWire } from '@tern/money/units';
import type { CaseRow } from '../../people/screening/public.ts';

/** A case as its list shows it. Pure. */
export function caseView(row: CaseRow): ScreeningCaseView {
  return {
    kind: row.kind,
    id: row.id,
    assetId: row.assetId,
    amount: unitsToWire(row.amount),
    usdtValue: row.usdtValue === null ? null : unitsToWire(row.usdtValue),
    address: row.address,
    reason: row.reason,
    evidence: [...row.evidence],
    openedAt: row.openedAt.toISOString(),
    until: row.until.toISOString(),
    state: row.state,
  };
}
