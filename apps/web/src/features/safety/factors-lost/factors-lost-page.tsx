import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { HourglassIcon } from '@tern/ui/icons';
import { Mark } from '@tern/ui/mark';
import { AppBar, Page } from '@tern/ui/page';
import { useState } from 'react';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { hasSignedInBefore } from '../../../shared/session.ts';
import { FactorsLostForm } from './factors-lost-form.tsx';
import '../shared/recover-page.css';

/** The long way back for somebody who has neither authenticator nor recovery codes any more. */
function FactorsLostPage() {
  const { t } = useLingui();
  const [readyAt, setReadyAt] = useState<string>();
  return (
    <Page
      gap="large"
      bar={
        <AppBar
          title={t`Every factor lost`}
          back={<BackButton fallback={hasSignedInBefore() ? paths.authenticator : paths.login} />}
        />
      }
    >
      {readyAt === undefined ? (
        <>
          <div className="stack gap-3 ink-2">
            <p>
              <Trans>
                You still have a recovery code? Then log in and choose “Use a recovery code” instead of the
                authenticator: that is done in a minute.
              </Trans>
            </p>
            <p>
              <Trans>
                Without any of them we take the authenticator off after 7 days. We tell you every day on every channel,
                so that nobody does this in your name, and two of our people have to agree.
              </Trans>
            </p>
            <p>
              <Trans>Your money stays yours all the time, and nothing of this costs anything.</Trans>
            </p>
          </div>
          <FactorsLostForm onDone={setReadyAt} />
        </>
      ) : (
        <Started readyAt={readyAt} />
      )}
    </Page>
  );
}

function Started(props: { readyAt: string }) {
  const ready = formatDateTime(props.readyAt);
  return (
    <div className="recover-done" role="status">
      <Mark kind="brand" large>
        <HourglassIcon />
      </Mark>
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>Your request is under way</Trans>
        </h2>
        <p className="ink-2">
          <Trans>
            On {ready} at the earliest the authenticator is taken off; you get a message when it is done. Then log in
            with your password and bind a new one.
          </Trans>
        </p>
        <p className="ink-2">
          <Trans>Found your authenticator? Use it, or the link in our messages, to stop this.</Trans>
        </p>
      </div>
      {hasSignedInBefore() ? (
        <Button as={Link} to={paths.factorReset} replace block>
          <Trans>Done</Trans>
        </Button>
      ) : (
        <Button as={Link} to={paths.login} replace block>
          <Trans>Back to log in</Trans>
        </Button>
      )}
    </div>
  );
}

export { FactorsLostPage as Component };
