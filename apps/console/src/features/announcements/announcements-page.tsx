import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnnouncementView } from '@tern/contracts/routes/console-announcements';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { problemText } from '../../shared/problem-texts.ts';
import { SignedAction } from '../../shared/signed.tsx';
import './announcements.css';

const states = {
  draft: msg`draft`,
  released: msg`released`,
  sent: msg`sent`,
  withdrawn: msg`withdrawn`,
} as const satisfies Record<AnnouncementView['state'], unknown>;
const roles = ['reviewer', 'administrator'] as const;
const languages = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'de'];

/** What people are told by the house: written by one operator, released by another. */
export function AnnouncementsPage() {
  const announcements = useQuery({
    queryKey: ['announcements'],
    queryFn: () => api.announcements.listAnnouncements(),
    refetchInterval: 10_000,
  });
  return (
    <Page title={<Trans>Announcements</Trans>} query={announcements}>
      {({ announcements: all }) => (
        <>
          <Write />
          <section className="panel">
            {all.length === 0 ? (
              <p className="ink-2">
                <Trans>None yet.</Trans>
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
          {each.state === 'draft' ? <Decide id={each.id} decision="release" isOwn={each.writtenBy === name} /> : null}
          {isOpen ? <Decide id={each.id} decision="withdraw" isOwn={false} /> : null}
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
      danger={decision === 'withdraw'}
      blocked={isOwn ? t`You wrote it: another operator has to release it.` : undefined}
      ask={() => api.announcements.askAnnouncement({ id, decision })}
      take={async (_note, _more, proof) => {
        await api.announcements.decideAnnouncement({ said: { id, decision }, proof });
        return 'done';
      }}
    />
  );
}

const empty = { title: '', body: '' };

function Write() {
  const { t, i18n } = useLingui();
  const { role } = useOperator();
  const queries = useQueryClient();
  const [texts, setTexts] = useState<Readonly<Record<string, { title: string; body: string }>>>({ en: empty });
  const [language, setLanguage] = useState('en');
  const [numbers, setNumbers] = useState('');
  const [sendAt, setSendAt] = useState('');
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  const may = role === 'reviewer' || role === 'administrator';
  const publicIds = numbers.split(/[\s,;]+/).filter((each) => each !== '');
  const write = useMutation({
    mutationFn: () =>
      api.announcements.write({
        texts: Object.fromEntries(Object.entries(texts).filter(([, { title, body }]) => title !== '' || body !== '')),
        publicIds: publicIds.length === 0 ? null : publicIds,
        sendAt: (sendAt === '' ? new Date() : new Date(sendAt)).toISOString(),
      }),
    onSuccess: () => {
      setTexts({ en: empty });
      setNumbers('');
      return queries.invalidateQueries({ queryKey: ['announcements'] });
    },
  });
  const shown = texts[language] ?? empty;
  const set = (change: Partial<typeof empty>) => setTexts({ ...texts, [language]: { ...shown, ...change } });
  return (
    <form
      className="panel announcement-form"
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate();
      }}
    >
      <h2>
        <Trans>Write one</Trans>
      </h2>
      <div className="cluster wrap">
        <select
          aria-label={t`Language of the text`}
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        >
          {languages.map((each) => (
            <option key={each} value={each}>
              {names.of(each)}
            </option>
          ))}
        </select>
        <input
          className="input"
          type="datetime-local"
          aria-label={t`When it is sent; empty for now`}
          value={sendAt}
          onChange={({ target }) => setSendAt(target.value)}
        />
        <input
          className="input grow"
          aria-label={t`Numbers of people; empty for everybody`}
          placeholder={t`Numbers of people; empty for everybody`}
          value={numbers}
          onChange={({ target }) => setNumbers(target.value)}
        />
      </div>
      <input
        className="input"
        aria-label={t`Title`}
        placeholder={t`Title`}
        value={shown.title}
        maxLength={80}
        onChange={({ target }) => set({ title: target.value })}
      />
      <textarea
        className="input"
        rows={4}
        aria-label={t`What people read`}
        placeholder={t`What people read`}
        value={shown.body}
        maxLength={1000}
        onChange={({ target }) => set({ body: target.value })}
      />
      <div className="cluster">
        <Button
          kind="quiet"
          type="submit"
          disabled={!may || texts['en']?.title === '' || texts['en']?.body === ''}
          busy={write.isPending}
        >
          <Trans>Hand it to another operator</Trans>
        </Button>
        {may ? null : (
          <small className="ink-2">
            <Trans>not for your role</Trans>
          </small>
        )}
        {write.isError ? (
          <small role="alert" className="danger">
            {problemText(write.error)}
          </small>
        ) : null}
      </div>
    </form>
  );
}
