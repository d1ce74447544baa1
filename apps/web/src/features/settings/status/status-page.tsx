import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { StatusView } from '@tern/contracts/routes/status';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatClockSeconds, formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { Incidents } from './incidents.tsx';
import { Services } from './services.tsx';
import './status-page.css';
import { statusQuery } from '../../../shared/status-query.ts';

/** Which parts run, what is wrong and what was, and what we told everybody. Open to everybody; nothing about anybody. */
function StatusPage() {
  const { t, i18n } = useLingui();
  const status = useQuery(statusQuery(i18n.locale));
  return (
    <Page bar={<AppBar title={t`Service status`} back={<BackButton fallback={paths.support} />} />}>
      <Loaded
        query={status}
        loading={<SkeletonRows count={5} />}
        failed={<Trans>Couldn’t load the status. Your money is safe.</Trans>}
      >
        {(read) => <StatusBody status={read} />}
      </Loaded>
    </Page>
  );
}

function StatusBody({ status }: { status: StatusView }) {
  const { incidents, history, announcements } = status;
  const checkedAt = formatClockSeconds(status.checkedAt);
  return (
    <>
      <Services services={status.services} isCalm={incidents.length === 0} />
      <p className="caption">
        <Trans>
          Checked at <bdi dir="ltr">{checkedAt}</bdi>. This page comes straight from our systems and the chain. Nobody
          writes it by hand.
        </Trans>
      </p>
      {incidents.length === 0 ? null : (
        <section className="stack gap-3" aria-labelledby="status-now">
          <h2 className="title-3" id="status-now">
            <Trans>Now</Trans>
          </h2>
          <Incidents incidents={incidents} />
        </section>
      )}
      <section className="stack gap-3" aria-labelledby="status-news">
        <h2 className="title-3" id="status-news">
          <Trans>Announcements</Trans>
        </h2>
        {announcements.length === 0 ? (
          <p className="caption">
            <Trans>There are no announcements yet.</Trans>
          </p>
        ) : (
          announcements.map(({ id, title, body, language, sentAt }) => (
            <article key={id} className="status-item">
              <h3 className="body-strong" lang={language}>
                <bdi>{title}</bdi>
              </h3>
              <p className="caption">{formatDateTime(sentAt)}</p>
              <p className="ink-2 own-lines" lang={language}>
                {body}
              </p>
            </article>
          ))
        )}
      </section>
      {/* What lasts stands above: without anything before it, there is nothing to add. */}
      {incidents.length > 0 && history.length === 0 ? null : <Past history={history} />}
    </>
  );
}

function Past({ history }: Pick<StatusView, 'history'>) {
  return (
    <section className="stack gap-3" aria-labelledby="status-past">
      <h2 className="title-3" id="status-past">
        <Trans>Last 90 days</Trans>
      </h2>
      {history.length === 0 ? (
        <p className="caption">
          <Trans>No incidents in the last 90 days.</Trans>
        </p>
      ) : (
        <Incidents incidents={history} />
      )}
    </section>
  );
}

export { StatusPage as Component };
