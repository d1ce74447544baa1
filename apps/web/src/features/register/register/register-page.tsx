import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { IconButton } from '@tern/ui/icon-button';
import { ArrowLeftIcon } from '@tern/ui/icons';
import { AppBar, Page } from '@tern/ui/page';
import { Link, useNavigate } from 'react-router';
import { keepOnlyDraftsOf } from '../../../shared/keep-draft.ts';
import { rememberLogin } from '../../../shared/last-login.ts';
import { paths } from '../../../shared/paths.ts';
import { text, useSearch } from '../../../shared/search-params.ts';
import { beginSession } from '../../../shared/session.ts';
import { RegisterForm } from './register-form.tsx';
import './register-page.css';

const search = { invite: text(40) };

/** Opens an account and signs in. */
function RegisterPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { invite } = useSearch(search);
  return (
    <Page
      gap="large"
      bar={
        <AppBar
          title={t`Create an account`}
          back={
            <IconButton as={Link} to={paths.login} label={t`Back`}>
              <ArrowLeftIcon />
            </IconButton>
          }
        />
      }
    >
      <RegisterForm
        invite={invite}
        onDone={(account, { target }) => {
          beginSession(queries, account);
          keepOnlyDraftsOf(account.personId);
          rememberLogin(account, target);
          void navigate(paths.home, { replace: true });
        }}
      />
      <p className="register-foot">
        <Trans>
          Already here?{' '}
          <Link className="link register-link" to={paths.login}>
            Log in
          </Link>
        </Trans>
      </p>
    </Page>
  );
}

export { RegisterPage as Component };
