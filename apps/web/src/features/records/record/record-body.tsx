import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { Card } from '@tern/ui/card';
import { InfoIcon } from '@tern/ui/icons';
import { CircleHelpIcon, FileTextIcon, ReceiptTextIcon, SwapIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { getAsset } from '../../../shared/get-asset.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { CancelTransfer } from '../shared/cancel-transfer.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordHead } from './record-head.tsx';
import '../shared/record-page.css';
import { RecordInLog } from './record-in-log.tsx';
import { RecordTimeline } from './record-timeline.tsx';

const endedBadly: ReadonlySet<RecordDetailView['status']> = new Set(['failed', 'review-rejected']);

/** Which answer of the help page somebody may look for at a record in this state. */
function findAnswer({ direction, status }: RecordDetailView): 'review' | 'rejected' | undefined {
  // The answer is about transfers.
  if (status === 'pending-review') return direction === 'out' ? 'review' : undefined;
  return endedBadly.has(status) ? 'rejected' : undefined;
}

/** The record's page once it is read. */
export function RecordBody({ record }: { record: RecordDetailView }) {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const asset = getAsset(installation, record.assetId);
  const answer = findAnswer(record);
  return (
    <>
      <RecordHead record={record} asset={asset} />
      <Card>
        <RecordTimeline record={record} />
      </Card>
      <RecordFacts record={record} asset={asset} />
      {record.cancellable ? <CancelTransfer recordId={record.id} /> : null}
      <Card flush>
        {record.counter === null ? null : (
          <Row
            as={Link}
            to={`${paths.swapRecord}?${new URLSearchParams({ id: record.counter.swapId })}`}
            slim
            start={<SwapIcon />}
            title={t`View swap`}
            leads
          />
        )}
        {answer === undefined ? null : (
          <Row
            as={Link}
            to={`${paths.help}?answer=${answer}`}
            slim
            start={<InfoIcon />}
            title={t`Help with this`}
            leads
          />
        )}
        {endedBadly.has(record.status) ? (
          <Row
            as={Link}
            to={`${paths.support}?${new URLSearchParams({ record: record.id })}`}
            slim
            start={<CircleHelpIcon />}
            title={t`Contact support`}
            leads
          />
        ) : null}
        <Row
          as={Link}
          to={`${paths.recordInfo}?${new URLSearchParams({ id: record.id })}`}
          slim
          start={<FileTextIcon />}
          title={t`Transaction ID, energy, ledger reference`}
          leads
        />
        <Row
          as={Link}
          to={`${paths.receipt}?${new URLSearchParams({ id: record.id })}`}
          slim
          start={<ReceiptTextIcon />}
          title={t`Printable receipt`}
          leads
        />
        <RecordInLog record={record} />
      </Card>
    </>
  );
}
