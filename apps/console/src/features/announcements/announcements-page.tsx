import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AnnouncementView } from '@tern/contracts/routes/console-announcements';
import { Chip } from '@tern/ui/chip';
import type { ReactNode } from 'react';
import { Actions } from '../../shared/actions.tsx';
import { api } from '../../shared/api.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { pagedQuery } from '../../shared/paged-query.ts';
import { SignedAction } from '../../shared/signed.tsx';
import './announcements.css';
import { WriteForm } from './write-form.tsx';

const states = {
  draft: msg`draft`,
  released: msg`released`,
  sent: msg`sent`,
  withdrawn: msg`withdrawn`,
} as const satisfies Record<AnnouncementView['state'], unknown>;
const roles = ['reviewer', 'administrator'] as const;

const announcementsQuery = pagedQuery(['announcements'], (page) => api.announcements.listAnnouncements(page), 10_000);

/** What people are told by the house: written by one operator, released by another. */
export function AnnouncementsPage() {
  const announcements = useInfiniteQuery(announcementsQuery);
  return (
    <Page
      title={<Trans>Announcements</Trans>}
      aside={<HelpLink page="console#announcements" />}
      query={pagedRows(announcements, (page) => page.announcements)}
    >
      {(all) => (
        <>
          <WriteForm />
          <Announcements
            all={all}
            foot={
              <MoreRows query={announcements}>
                <Trans>Earlier announcements</Trans>
              </MoreRows>
            }
          />
        </>
      )}
    </Page>
  );
}

function Announcements({ all, foot }: { all: readonly AnnouncementView[]; foot: ReactNode }) {
  const { t } = useLingui();
  const columns: readonly DataColumn<AnnouncementView>[] = [
    {
      id: 'announcement',
      name: t`Announcement`,
      fixed: true,
      whole: true,
      text: ({ texts }) =>
        Object.values(texts)
          .flatMap(({ title, body }) => [title, body])
          .join(' '),
      cell: ({ texts }) =>
        Object.entries(texts).map(([language, { title, body }]) => (
          <div key={language} lang={language}>
            <strong>{title}</strong>
            <p className="ink-2 announcement-body">{body}</p>
          </div>
        )),
    },
    {
      id: 'people',
      name: t`To`,
      fixed: true,
      cell: ({ people }) =>
        people === null ? t`everybody` : <Plural value={people} one="# person" other="# people" />,
    },
    {
      id: 'at',
      name: t`Sent at`,
      fixed: true,
      sortBy: ({ sendAt }) => sendAt,
      cell: ({ sendAt }) => formatTime(sendAt),
    },
    {
      id: 'by',
      name: t`Written, released by`,
      fixed: true,
      cell: ({ writtenBy, releasedBy }) => (releasedBy === null ? writtenBy : `${writtenBy}, ${releasedBy}`),
    },
    { id: 'state', name: t`State`, fixed: true, sortBy: ({ state }) => state, cell: (each) => <State each={each} /> },
    { id: 'decision', name: t`Decision`, fixed: true, whole: true, cell: (each) => <Decisions each={each} /> },
  ];
  return (
    <GivenTable
      name="announcements"
      title={null}
      label={t`Announcements`}
      {...(all.length > 5 ? { filter: t`Search in these announcements` } : {})}
      columns={columns}
      rows={all}
      foot={foot}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>No announcement yet. What one operator writes here, another one reads and releases.</Trans>
        </p>
      }
    />
  );
}

const isOpen = ({ state }: AnnouncementView): boolean => state === 'draft' || state === 'released';

function State({ each }: { each: AnnouncementView }) {
  const { i18n } = useLingui();
  return (
    <>
      <Chip kind={each.state === 'sent' ? 'positive' : isOpen(each) ? 'waiting' : 'neutral'}>
        {i18n._(states[each.state])}
      </Chip>
      {each.told === 0 ? null : (
        <p className="ink-2">
          <Trans>told to {each.told}</Trans>
        </p>
      )}
    </>
  );
}

function Decisions({ each }: { each: AnnouncementView }) {
  const { name } = useOperator();
  return (
    <Actions roles={roles}>
      {isOpen(each) ? <Decide id={each.id} decision="withdraw" isOwn={false} /> : null}
      {each.state === 'draft' ? <Decide id={each.id} decision="release" isOwn={each.writtenBy === name} /> : null}
    </Actions>
  );
}

function Decide({ id, decision, isOwn }: { id: string; decision: 'release' | 'withdraw'; isOwn: boolean }) {
  const { t } = useLingui();
  return (
    <SignedAction
      label={decision === 'release' ? t`Release` : t`Withdraw`}
      roles={roles}
      kind={decision === 'release' ? 'primary' : 'quiet'}
      blocked={isOwn ? t`You wrote it: another operator has to release it.` : undefined}
      ask={() => api.announcements.askAnnouncement({ id, decision })}
      take={async (_note, _more, proof) => {
        await api.announcements.decideAnnouncement({ said: { id, decision }, proof });
        return 'done';
      }}
    />
  );
}
