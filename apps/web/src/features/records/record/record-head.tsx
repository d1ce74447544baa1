import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { Amount, LeadAmount } from '@tern/ui/amount';
import { formatBalance } from '../../../shared/format-amount.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { ConfirmationRing } from '../../../shared/inside/records/confirmation-ring.tsx';
import { balanceChange, changeSign, secondsLeft } from '../../../shared/inside/records/record-rules.ts';
import { RecordStatus } from '../../../shared/inside/records/record-status.tsx';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { useWorth } from '../../../shared/use-worth.ts';
import { receiveQuery } from '../../../shared/wallet-queries.ts';

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
        <LeadAmount
          center
          text={formatBalance(balanceChange(record), asset.decimals, changeSign(record))}
          unit={asset.symbol}
          hidden={hidden}
        />
        {worth === undefined || hidden ? null : (
          <p className="caption center">
            <Trans>
              ≈ <Amount text={worth.text} /> at today’s price
            </Trans>{' '}
            <StaleChip {...worth} />
          </p>
        )}
        {confirmations === null ? (
          <p className="center">
            <RecordStatus record={record} />
          </p>
        ) : (
          <Remaining record={record} confirmations={confirmations} />
        )}
      </div>
    </div>
  );
}

function Remaining(props: { record: RecordDetailView; confirmations: NonNullable<RecordDetailView['confirmations']> }) {
  const { record } = props;
  const { data: terms } = useQuery(receiveQuery(record.walletId));
  if (terms === undefined) return null;
  const seconds = Math.max(1, Math.ceil(secondsLeft(props.confirmations, terms)));
  return (
    <p className="caption center">
      {record.direction === 'in' ? (
        <Plural value={seconds} one="Yours in about # second" other="Yours in about # seconds" />
      ) : (
        <Plural value={seconds} one="Final in about # second" other="Final in about # seconds" />
      )}
    </p>
  );
}
