import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticesInput, NoticesView } from '@tern/contracts/routes/console-notices';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { KindField } from '../../shared/fields.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Page } from '../../shared/page.tsx';
import { problemText } from '../../shared/problem-texts.ts';
import './notices.css';

/** What the operator who is signed in is told by mail. */
export function NoticesPage() {
  const notices = useQuery({ queryKey: ['notices'], queryFn: () => api.notices.showNotices() });
  return (
    <Page title={<Trans>Notices</Trans>} aside={<HelpLink page="console#notices" />} query={notices}>
      {(found) => <NoticesForm key={JSON.stringify(found)} found={found.notices} />}
    </Page>
  );
}

const hours = [1, 2, 4, 8, 12, 24] as const;

function NoticesForm({ found }: { found: NoticesView['notices'] }) {
  const { i18n } = useLingui();
  const queries = useQueryClient();
  const language = i18n.locale === 'zh-Hans' ? 'zh-Hans' : 'en';
  const [typed, setTyped] = useState<NoticesInput>(() =>
    found === null
      ? { on: true, email: '', everyHours: 4, language }
      : { on: found.on, email: found.email, everyHours: found.everyHours, language: found.language },
  );
  const save = useMutation({
    mutationFn: () => api.notices.saveNotices({ ...typed, email: typed.email.trim() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['notices'] }),
  });
  return (
    <form
      className="panel notices-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p>
        <Trans>
          You get one mail when something waits that you may decide: how much of what, and a link to the console. It
          names no person and no amount.
        </Trans>{' '}
        <Trans>
          Mails about a key that you add or remove, and about a change of this address, are sent even if mails are off,
          and for three days after the change also to the address before.
        </Trans>
      </p>
      <Fields typed={typed} onChange={setTyped} />
      {found === null || found.sentAt === null ? null : (
        <p className="ink-2">
          <Trans>The last mail left at {formatTime(found.sentAt)}.</Trans>
        </p>
      )}
      <div className="cluster wrap">
        <Button type="submit" busy={save.isPending}>
          <Trans>Save</Trans>
        </Button>
        {save.error === null ? null : (
          <small role="status" className="danger">
            {problemText(save.error)}
          </small>
        )}
      </div>
    </form>
  );
}

function Fields({ typed, onChange }: { typed: NoticesInput; onChange: (typed: NoticesInput) => void }) {
  const { t } = useLingui();
  return (
    <>
      <label className="notices-switch">
        <input
          type="checkbox"
          checked={typed.on}
          onChange={({ target }) => onChange({ ...typed, on: target.checked })}
        />
        <Trans>Send me mails</Trans>
      </label>
      <label>
        <Trans>E-mail address</Trans>
        <input
          className="input"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          value={typed.email}
          onChange={({ target }) => onChange({ ...typed, email: target.value })}
        />
      </label>
      <KindField
        label={t`At most one mail within`}
        labelled
        value={String(typed.everyHours)}
        choices={hours.map((each) => [String(each), each === 1 ? t`1 hour` : t`${each} hours`])}
        onChange={(chosen) => onChange({ ...typed, everyHours: Number(chosen) })}
      />
      <KindField
        label={t`Language`}
        labelled
        value={typed.language}
        choices={[
          ['en', 'English'],
          ['zh-Hans', '简体中文'],
        ]}
        onChange={(chosen) => onChange({ ...typed, language: chosen })}
      />
    </>
  );
}
