import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { Amount, LeadAmount } from '@tern/ui/amount';
import { Ring } from '@tern/ui/ring';
import { formatBalance } from '../../../shared/format-amount.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { balanceChange, changeSign } from '../../../shared/inside/records/record-rules.ts';
import { RecordStatus } from '../../../shared/inside/records/record-status.tsx';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { useWorth } from '../../../shared/use-worth.ts';
import { receiveQuery } from '../../../shared/wallet-queries.ts';

/** How far it is, and what it changes in the balance. */
export function RecordHead(props: { record: RecordDetailView; asset: AssetView }) {
  const { t } = useLingui();
  const { record, asset } = props;
  const hidden = useBalancesHidden();
  const { confirmations } = record;
  const worth = useWorth(asset)(balanceChange(record));
  return (
    <div className="record-head">
      {confirmations === null ? null : (
        <Ring
          done={confirmations.seen}
          total={confirmations.required}
          label={t`${confirmations.seen} of ${confirmations.required} confirmed`}
        >
          <bdi dir="ltr" className="record-ring-count">
            {confirmations.seen}
          </bdi>
          <span className="caption">
            <Trans>
              of <bdi dir="ltr">{confirmations.required}</bdi> confirmed
            </Trans>
          </span>
        </Ring>
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
          <Remaining record={record} blocks={confirmations.required - confirmations.seen} />
        )}
      </div>
    </div>
  );
}

function Remaining(props: { record: RecordDetailView; blocks: number }) {
  const { record, blocks } = props;
  const { data: terms } = useQuery(receiveQuery(record.walletId));
  if (terms === undefined) return null;
  const seconds = Math.max(1, Math.ceil((blocks * terms.arrivalSeconds) / terms.confirmations));
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
