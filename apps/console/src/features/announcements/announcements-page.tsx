import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AnnouncementView } from '@tern/contracts/routes/console-announcements';
import { Chip } from '@tern/ui/chip';
import { api } from '../../shared/api.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
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

/** What people are told by the house: written by one operator, released by another. */
export function AnnouncementsPage() {
  const announcements = useQuery({
    queryKey: ['announcements'],
    queryFn: () => api.announcements.listAnnouncements(),
    refetchInterval: 10_000,
  });
  return (
    <Page title={<Trans>Announcements</Trans>} aside={<HelpLink page="console#announcements" />} query={announcements}>
      {({ announcements: all }) => (
        <>
          <WriteForm />
          <section className="panel">
            {all.length === 0 ? (
              <p className="ink-2">
                <Trans>No announcement yet. What one operator writes here, another one reads and releases.</Trans>
              </p>
            ) : (
              <table>
                <tbody>
                  {all.map((each) => (
                    <Announcement key={each.id} each={each} />
                  ))}
                </tbody>
              </table>
            )}
          </section>
        </>
      )}
    </Page>
  );
}

function Announcement({ each }: { each: AnnouncementView }) {
  const { t, i18n } = useLingui();
  const { name } = useOperator();
  const isOpen = each.state === 'draft' || each.state === 'released';
  return (
    <tr>
      <td>
        {Object.entries(each.texts).map(([language, { title, body }]) => (
          <div key={language} lang={language}>
            <strong>{title}</strong>
            <p className="ink-2 announcement-body">{body}</p>
          </div>
        ))}
      </td>
      <td>
        <p>{each.people === null ? t`to everybody` : t`to ${each.people} people`}</p>
        <p className="ink-2">{formatTime(each.sendAt)}</p>
        <p className="ink-2">
          {each.writtenBy}
          {each.releasedBy === null ? null : `, ${each.releasedBy}`}
        </p>
      </td>
      <td>
        <Chip kind={each.state === 'sent' ? 'positive' : isOpen ? 'waiting' : 'neutral'}>
          {i18n._(states[each.state])}
        </Chip>
        {each.told === 0 ? null : (
          <p className="ink-2">
            <Trans>told to {each.told}</Trans>
          </p>
        )}
      </td>
      <td>
        <div className="cluster wrap">
          {isOpen ? <Decide id={each.id} decision="withdraw" isOwn={false} /> : null}
          {each.state === 'draft' ? <Decide id={each.id} decision="release" isOwn={each.writtenBy === name} /> : null}
        </div>
      </td>
    </tr>
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
