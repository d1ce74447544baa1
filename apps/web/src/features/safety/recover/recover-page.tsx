import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { IconButton } from '@tern/ui/icon-button';
import { ArrowLeftIcon, CircleCheckIcon } from '@tern/ui/icons';
import { Mark } from '@tern/ui/mark';
import { AppBar, Page } from '@tern/ui/page';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { RecoverForm } from './recover-form.tsx';
import '../shared/factors.css';

/** Sets a new login password by phone or e-mail; whoever does it has to log in afterwards. */
function RecoverPage() {
  const { t } = useLingui();
  const [done, setDone] = useState(false);
  return (
    <Page
      gap="large"
      bar={
        <AppBar
          title={t`Forgot password`}
          back={
            <IconButton as={Link} to={paths.login} label={t`Back`}>
              <ArrowLeftIcon />
            </IconButton>
          }
        />
      }
    >
      {done ? (
        <div className="factors-set" role="status">
          <Mark kind="positive" large>
            <CircleCheckIcon />
          </Mark>
          <div className="stack gap-2">
            <h2 className="title-2">
              <Trans>Your new password is set</Trans>
            </h2>
            <p className="ink-2">
              <Trans>All devices were logged out. Log in with the new password.</Trans>
            </p>
            <p className="ink-2">
              <Trans>For 24 hours you can send only to addresses you have used before. Your money stays yours.</Trans>
            </p>
          </div>
          <Button as={Link} to={paths.login} replace block>
            <Trans>Log in</Trans>
          </Button>
        </div>
      ) : (
        <>
          <p className="ink-2">
            <Trans>
              We send a code to your phone or e-mail address. Your trade password and your authenticator stay as they
              are.
            </Trans>
          </p>
          <RecoverForm onDone={() => setDone(true)} />
        </>
      )}
    </Page>
  );
}

export { RecoverPage as Component };
