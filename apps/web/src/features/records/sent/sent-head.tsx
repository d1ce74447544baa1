import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { LeadAmount } from '@tern/ui/amount';
import { Bird } from '@tern/ui/bird';
import { Chip } from '@tern/ui/chip';
import { CircleCheckIcon } from '@tern/ui/icons';
import { Ring } from '@tern/ui/ring';
import type { ReactNode } from 'react';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { ConfirmationRing } from '../../../shared/inside/records/confirmation-ring.tsx';
import { RecordStatus } from '../../../shared/inside/records/record-status.tsx';
import { reasonText } from '../../../shared/my+records/record-reason-texts.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { RemainingNote } from '../shared/remaining-note.tsx';
import { secondsTaken, sentState, type SentState } from './sent-state.ts';

/** How far the transfer is: as a picture, as its amount, and in words. */
export function SentHead({ record, asset }: { record: RecordDetailView; asset: AssetView }) {
  const hidden = useBalancesHidden();
  const state = sentState(record);
  return (
    <div className="record-head">
      <Figure record={record} state={state} />
      <div className="stack gap-2">
        <LeadAmount center text={exactAmount(record.amount, asset)} unit={asset.symbol} hidden={hidden} />
        <div role="status" className="stack gap-2 center">
          <Said record={record} state={state} />
        </div>
      </div>
    </div>
  );
}

/** A tick for each confirmation where the chain counts them. Inside there are two sides, and both are done at once. */
function Figure({ record, state }: { record: RecordDetailView; state: SentState }) {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const bird = <Bird size={60} />;
  const { confirmations: required } = installation.network;
  if (state === 'arrived') {
    return (
      <div className="sent-arrived">
        {record.settlement === 'internal' ? (
          <Ring done={2} total={2} label={t`Sent`}>
            {bird}
          </Ring>
        ) : (
          <ConfirmationRing confirmations={{ seen: required, required }} picture={bird} />
        )}
      </div>
    );
  }
  if (record.settlement === 'internal' || state === 'in-review' || state === 'returned') {
    return (
      <div className="ring sent-circle">
        <div className="ring-content">{bird}</div>
      </div>
    );
  }
  return <ConfirmationRing confirmations={record.confirmations ?? { seen: 0, required }} />;
}

function Said({ record, state }: { record: RecordDetailView; state: SentState }): ReactNode {
  switch (state) {
    case 'arrived':
      return <Arrived record={record} />;
    case 'confirming':
      return (
        <>
          <p>
            <RecordStatus record={record} />
          </p>
          {record.confirmations === null ? null : (
            <RemainingNote record={record} confirmations={record.confirmations} />
          )}
        </>
      );
    case 'sending':
      return (
        <Stands record={record}>
          <Trans>We are sending it to the network. You can leave this page.</Trans>
        </Stands>
      );
    case 'in-review':
      return (
        <Stands record={record}>
          {record.reason === null ? null : <>{reasonText(record.reason)} </>}
          <Trans>It has not been sent yet. Amount and fee are held until the review ends.</Trans>{' '}
          <Trans>We answer within 24 hours.</Trans>
        </Stands>
      );
    case 'returned':
      return (
        <Stands record={record}>
          {record.reason === null ? null : <>{reasonText(record.reason)} </>}
          <Trans>Amount and fee are back in your balance</Trans>
        </Stands>
      );
  }
}

/** Where the transfer stands, and what that means. */
function Stands({ record, children }: { record: RecordDetailView; children: ReactNode }) {
  return (
    <>
      <p>
        <RecordStatus record={record} />
      </p>
      <p className="caption">{children}</p>
    </>
  );
}

function Arrived({ record }: { record: RecordDetailView }) {
  const seconds = secondsTaken(record);
  const duration = seconds === undefined || seconds < 1 ? undefined : formatDuration(seconds);
  return (
    <p>
      <Chip kind="positive" icon={<CircleCheckIcon size="xs" />}>
        {duration === undefined ? <Trans>Arrived at once</Trans> : <Trans>Arrived after {duration}</Trans>}
      </Chip>
    </p>
  );
}
