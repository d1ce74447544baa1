import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { Amount, LeadAmount } from '@tern/ui/amount';
import { formatBalance } from '../../../shared/format-amount.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { ConfirmationRing } from '../../../shared/inside/records/confirmation-ring.tsx';
import { balanceChange, changeSign, isVoid } from '../../../shared/inside/records/record-rules.ts';
import { RecordStatus } from '../../../shared/inside/records/record-status.tsx';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { useWorth } from '../../../shared/use-worth.ts';
import { RemainingNote } from '../shared/remaining-note.tsx';
import { VoidMark } from '../shared/void-record.tsx';

/** How far it is, and what it changes in the balance. */
export function RecordHead(props: { record: RecordDetailView; asset: AssetView }) {
  const { record, asset } = props;
  const hidden = useBalancesHidden();
  const { confirmations } = record;
  const worth = useWorth(asset)(balanceChange(record));
  return (
    <div className="record-head">
      {confirmations === null ? null : (
        <ConfirmationRing confirmations={confirmations}>
          <span className="caption">
            <Trans>
              of <bdi dir="ltr">{confirmations.required}</bdi> confirmed
            </Trans>
          </span>
        </ConfirmationRing>
      )}
      <div className="stack gap-1">
        <VoidMark record={record} hidden={hidden}>
          <LeadAmount
            center
            text={formatBalance(balanceChange(record), asset.decimals, changeSign(record))}
            unit={asset.symbol}
            hidden={hidden}
          />
        </VoidMark>
        {worth === undefined || hidden || isVoid(record) ? null : (
          <p className="caption center">
            {worth.priceAt === undefined && worth.rateAt === undefined ? (
              <Trans>
                ≈ <Amount text={worth.text} /> at today’s price
              </Trans>
            ) : (
              <>
                ≈ <Amount text={worth.text} /> <StaleChip {...worth} />
              </>
            )}
          </p>
        )}
        {confirmations === null ? (
          <p className="center">
            <RecordStatus record={record} />
          </p>
        ) : (
          <RemainingNote record={record} confirmations={confirmations} />
        )}
      </div>
    </div>
  );
}
