import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { Button } from '@tern/ui/button';
import { IconButton } from '@tern/ui/icon-button';
import { XIcon } from '@tern/ui/icons';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { Link, Navigate } from 'react-router';
import { areSettled } from '../../../shared/are-settled.ts';
import { addressBookQuery } from '../../../shared/inside/address-book-query.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { recordQuery } from '../../../shared/inside/records/record-queries.ts';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { NoSuchRecord } from '../shared/no-such-record.tsx';
import '../shared/record-page.css';
import { SentBody } from './sent-body.tsx';
import './sent-page.css';

/** The moment after a send: what has truly happened so far, and what people do next. */
function SentPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const { id } = useSearch({ id: uuid });
  const query = useQuery({ ...recordQuery(id ?? ''), enabled: id !== undefined });
  const { data, error } = query;
  // Whether the receiver has a name, and is to be saved, decides how high the first card is.
  const isNamed = areSettled(useQuery(addressBookQuery), useQuery(walletsQuery));
  const missing = id === undefined || (error !== null && readProblem(error).code === 'NOT_FOUND');
  if (data !== undefined && data.type !== 'outgoing') return <Navigate to={recordPath(data)} replace />;
  return (
    <Page
      bar={
        <AppBar
          title={data?.status === 'success' ? <Trans>Sent</Trans> : <Trans>Transfer</Trans>}
          action={
            <IconButton as={Link} to={paths.home} replace label={t`Close`}>
              <XIcon />
            </IconButton>
          }
        />
      }
      foot={
        <Button as={Link} to={paths.home} replace block>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {missing ? (
        <NoSuchRecord />
      ) : (
        <Loaded
          query={isNamed ? query : { ...query, data: undefined }}
          loading={shape}
          failed={<Trans>Couldn’t load the record. Your money is safe.</Trans>}
        >
          {(record) => (
            <>
              <OutdatedNote query={query} />
              <SentBody record={record} />
              <Button as={Link} to={recordPath(record)} kind="text" block>
                <Trans>View record</Trans>
              </Button>
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function recordPath({ id }: RecordDetailView): string {
  return `${paths.record}?${new URLSearchParams({ id })}`;
}

export { SentPage as Component };
