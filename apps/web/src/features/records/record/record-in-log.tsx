import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { LogDayView } from '@tern/contracts/routes/check';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { Button } from '@tern/ui/button';
import { GlobeIcon } from '@tern/ui/icons';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { Loaded } from '@tern/ui/loaded';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState } from 'react';
import { installationQuery } from '../../../shared/queries.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import { saveBlob } from '../../../shared/start-download.ts';
import type { LogFinding } from '../../../shared/check-in-log.ts';
import { listLogDays, logCheckQuery, type LogCheck } from '../../../shared/log-check-query.ts';

/** The row that opens what checking this record against the ledger's public log came to. */
export function RecordInLog({ record }: { record: Pick<RecordDetailView, 'id' | 'walletId' | 'status'> }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const query = useQuery({ ...logCheckQuery(installation.network.id, record), enabled: open });
  return (
    <>
      <Row
        as="button"
        slim
        start={<GlobeIcon />}
        title={t`In the ledger’s public log`}
        leads
        onClick={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={t`In the ledger’s public log`}>
        <Loaded
          query={query}
          loading={<SkeletonRows count={2} />}
          failed={<Trans>Couldn’t check the record. Your money is safe.</Trans>}
        >
          {(check) => <Checked check={check} isUnderWay={underWay.has(record.status)} />}
        </Loaded>
      </Sheet>
    </>
  );
}

/** What may still move money. */
const underWay: ReadonlySet<RecordDetailView['status']> = new Set([
  'confirming',
  'pending-review',
  'review-approved',
  'withdrawing',
]);

function Checked({ check, isUnderWay }: { check: LogCheck; isUnderWay: boolean }) {
  const saving = useMutation({ mutationFn: async () => saveProof(check, await listLogDays()) });
  return (
    <div className="stack gap-4">
      <Alert kind={kinds[check.finding]}>
        <FindingText finding={check.finding} isUnderWay={isUnderWay} />
      </Alert>
      {check.proof.entries.every(({ state }) => state === 'waiting') ? null : (
        <>
          {check.finding === 'different' ? null : (
            <p className="caption">
              <Trans>
                Years from now, the file still shows that this record was in the books. Whoever has it can read the
                record.
              </Trans>
            </p>
          )}
          <Refusal error={saving.error} />
          <Button kind="quiet" busy={saving.isPending} onClick={() => saving.mutate()}>
            <DownloadIcon size="s" />
            <Trans>Save the file</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

const kinds = { 'in-log': 'info', waiting: 'info', none: 'info', different: 'danger' } as const;

function FindingText({ finding, isUnderWay }: { finding: LogFinding; isUnderWay: boolean }) {
  switch (finding) {
    case 'in-log':
      return <Trans>This record is in the log that was published. Checked on this device.</Trans>;
    case 'waiting':
      return <Trans>Not in the public log yet. It will be there within two days.</Trans>;
    case 'none':
      return isUnderWay ? (
        <Trans>This record has moved no money yet. What moves is in the public log within two days.</Trans>
      ) : (
        <Trans>This record moved no money, so it is not in the log.</Trans>
      );
    case 'different':
      return <Trans>This record does not agree with the public log. Save the file and contact support.</Trans>;
  }
}

/** The file that `npm run verify:record -- FILE` reads. */
function saveProof({ proof }: LogCheck, days: readonly LogDayView[]): void {
  const text = JSON.stringify({ format: 'ledger-record 1', ...proof, days }, undefined, 2);
  saveBlob(new Blob([text], { type: 'application/json' }), `record-${proof.recordId}.json`);
}
