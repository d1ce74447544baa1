import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RecordView } from '@tern/contracts/routes/records';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { BackButton } from '../../../shared/back-button.tsx';
import { HideBalancesButton } from '../../../shared/inside/hide-balances-button.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { recordQuery } from '../../../shared/inside/records/record-queries.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { NoSuchRecord } from '../shared/no-such-record.tsx';
import { RecordBody } from './record-body.tsx';

/** One record: how far it is, what it changed, with whom, and what happened when. */
function RecordPage() {
  const shape = usePageShape();
  const { id } = useSearch({ id: uuid });
  const query = useQuery({ ...recordQuery(id ?? ''), enabled: id !== undefined });
  const { data, error } = query;
  const missing = id === undefined || (error !== null && readProblem(error).code === 'NOT_FOUND');
  return (
    <Page
      bar={
        <AppBar
          title={<Title record={data} />}
          back={<BackButton fallback={paths.records} />}
          action={<HideBalancesButton />}
        />
      }
    >
      {missing ? (
        <NoSuchRecord />
      ) : (
        <Loaded query={query} loading={shape} failed={<Trans>Couldn’t load the record. Your money is safe.</Trans>}>
          {(record) => (
            <>
              <OutdatedNote query={query} />
              <RecordBody record={record} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** What it is. A transfer has been sent once it is final, not before. */
function Title({ record }: { record: RecordView | undefined }) {
  switch (record?.type) {
    case undefined:
      return <Trans>Record</Trans>;
    case 'incoming':
      return record?.status === 'failed' ? <Trans>Deposit</Trans> : <Trans>Received</Trans>;
    case 'outgoing':
      return record?.status === 'success' ? <Trans>Sent</Trans> : <Trans>Transfer</Trans>;
    case 'activation-reward':
    case 'airdrop-reward':
      return <Trans>Reward</Trans>;
    case 'swap':
      return <Trans>Swap</Trans>;
  }
}

export { RecordPage as Component };
