import { toWire } from '@tern/base/to-wire';
import type { ScreeningCaseView } from '@tern/contracts/routes/console-screening';
import type { CaseRow } from '../../people/screening/public.ts';

/** A case as its list shows it. Pure. */
export function caseView(row: CaseRow): ScreeningCaseView {
  return toWire({
    kind: row.kind,
    id: row.id,
    assetId: row.assetId,
    amount: row.amount,
    usdtValue: row.usdtValue,
    address: row.address,
    reason: row.reason,
    evidence: [...row.evidence],
    openedAt: row.openedAt,
    until: row.until,
    state: row.state,
  });
}
