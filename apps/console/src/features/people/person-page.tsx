import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DetailFrame } from '../../shared/detail-page.tsx';
import { formatDay } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { useOperator } from '../../shared/operator.ts';
import { RoomTabs } from '../../shared/room-tabs.tsx';
import { DevicesTab } from './devices-tab.tsx';
import { EntriesTab } from './entries-tab.tsx';
import { HoldsTab } from './holds-tab.tsx';
import { MessagesTab } from './messages-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import { PersonActions } from './person-actions.tsx';
import { PersonStatus } from './person-status.tsx';
import { SecurityTab } from './security-tab.tsx';
import { ViewAs } from './view-as.tsx';
import '../../shared/queue.css';
import './people.css';

const tabs: Readonly<Record<string, (props: { person: PersonView }) => ReactNode>> = {
  money: MoneyTab,
  security: SecurityTab,
  devices: DevicesTab,
  entries: EntriesTab,
  messages: MessagesTab,
  notes: NotesTab,
  holds: HoldsTab,
  seen: ViewAs,
};

/** One person: how the account stands at the head, everything else in tabs, each with its address. */
export function PersonPage() {
  const { id = '', tab = 'money' } = useParams();
  const query = useQuery({ queryKey: ['person', id], queryFn: () => api.people.person({ id }) });
  const Tab = tabs[tab];
  if (Tab === undefined) return <NotFoundPage />;
  return (
    <DetailFrame
      list={{ to: '/people', name: <Trans>People</Trans> }}
      name={
        <span className="number">
          {query.data?.publicId ?? '…'}
          {typeof query.data?.username === 'string' ? ` ${query.data.username}` : null}
        </span>
      }
      help={<HelpLink page="people" />}
      query={query}
    >
      {(person) => (
        <>
          <Head person={person} />
          <Tabs id={person.id} />
          <div className="page-body">
            <Tab key={tab} person={person} />
          </div>
        </>
      )}
    </DetailFrame>
  );
}

function Head({ person }: { person: PersonView }) {
  const { contacts, since, activatedAt, username, formerUsernames } = person;
  return (
    <div className="detail-head people-head">
      <div>
        <p className="detail-title">
          <bdi dir="ltr">{person.publicId}</bdi> {username === null ? null : <bdi dir="ltr">{username}</bdi>}{' '}
          <small>
            {formerUsernames.length === 0 ? null : (
              <>
                <Trans>
                  before: <bdi dir="ltr">{formerUsernames.join(', ')}</bdi>
                </Trans>
                {' · '}
              </>
            )}
            <bdi dir="ltr">{contacts.join(', ')}</bdi>
            {' · '}
            <Trans>since {formatDay(since)}</Trans>
            {' · '}
            {activatedAt === null ? <Trans>not activated</Trans> : <Trans>activated on {formatDay(activatedAt)}</Trans>}
          </small>
        </p>
        <PersonStatus person={person} />
      </div>
      <PersonActions person={person} />
    </div>
  );
}

function Tabs({ id }: { id: string }) {
  const { t } = useLingui();
  const { role } = useOperator();
  const answers = role === 'reviewer' || role === 'administrator';
  const at = (tab: string) => `/people/${id}/${tab}`;
  return (
    <RoomTabs
      label={t`Person`}
      pages={[
        { to: `/people/${id}`, name: t`Money` },
        ...(answers
          ? [
              { to: at('security'), name: t`Security` },
              { to: at('devices'), name: t`Devices` },
            ]
          : []),
        { to: at('entries'), name: t`Entries` },
        ...(answers ? [{ to: at('messages'), name: t`Messages` }] : []),
        { to: at('notes'), name: t`Notes` },
        { to: at('holds'), name: t`Holds` },
        ...(answers ? [{ to: at('seen'), name: t`As the person sees it` }] : []),
      ]}
    />
  );
}
