import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { AppBar, Page } from '@tern/ui/page';
import { useState } from 'react';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';
import { FactorsLostForm } from './factors-lost-form.tsx';
import '../shared/factors.css';

/** The long way back for somebody who has neither authenticator nor recovery codes any more. */
function FactorsLostPage() {
  const { t } = useLingui();
  const [readyAt, setReadyAt] = useState<string>();
  return (
    <Page
      gap="large"
      bar={
        <AppBar
          title={t`Lost all sign-in methods`}
          back={<BackButton fallback={hasSignedInBefore() ? paths.authenticator : paths.login} />}
        />
      }
    >
      {readyAt === undefined ? (
        <>
          <div className="stack gap-3 ink-2">
            <p>
              <Trans>
                Do you still have a recovery code? Then log in and choose “Use a recovery code” instead of the
                authenticator. It takes a minute.
              </Trans>
            </p>
            <p>
              <Trans>
                Without any of them, we remove the authenticator after 7 days. Two of our team members have to agree,
                and we notify you every day on every channel, so that nobody else can do this in your name.
              </Trans>
            </p>
            <p>
              <Trans>Your money stays yours the whole time, and all of this is free.</Trans>
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
    <div className="factors-set" role="status">
      <Mark kind="brand" large>
        <HourglassIcon />
      </Mark>
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>Your request is in progress</Trans>
        </h2>
        <p className="ink-2">
          <Trans>
            We will remove the authenticator on {ready} at the earliest and send you a message when it is done. Then log
            in with your password and bind a new one.
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
