import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { CircleCheckIcon, ShieldAlertIcon } from '@tern/ui/icons';
import { Mark } from '@tern/ui/mark';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { Link, useLocation } from 'react-router';
import { api } from '../../../shared/api.ts';
import { ContactSupport } from '../../../shared/contact-support.tsx';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { text, useSearch } from '../../../shared/search-params.ts';
import '../shared/factors.css';

const search = { token: text(43) };
const inLink = text(43);

/** Where the link of a notice leads: one press stops whoever changed something in the person's name. */
function StopChangePage() {
  const { t } = useLingui();
  // Messages have it in the query as long as pages of 2.1.0 may open them, and behind the # from the next release on.
  const asked = useSearch(search).token;
  const token = inLink(useLocation().hash.slice(1)) ?? asked;
  const stopping = useMutation({ mutationFn: (given: string) => api.identity.stopChange({ token: given }) });
  return (
    <Page gap="large" bar={<AppBar title={t`Stop a change`} />}>
      {stopping.isSuccess ? (
        <div className="factors-set" role="status">
          <Mark kind="positive" large>
            <CircleCheckIcon />
          </Mark>
          <div className="stack gap-2">
            <h2 className="title-2">
              <Trans>All devices are logged out</Trans>
            </h2>
            <p className="ink-2">
              <Trans>
                For a week, you can send only to addresses you have used before. Now set a new login password.
              </Trans>
            </p>
          </div>
          <Button as={Link} to={paths.recover} replace block>
            <Trans>Set new password</Trans>
          </Button>
        </div>
      ) : (
        <div className="factors-set">
          <Mark kind="warning" large>
            <ShieldAlertIcon />
          </Mark>
          <div className="stack gap-2">
            <h2 className="title-2">
              <Trans>This wasn’t you?</Trans>
            </h2>
            <p className="ink-2">
              <Trans>
                This logs out every device of your account. For a week, you can send only to addresses you have used
                before. No money is moved.
              </Trans>
            </p>
          </div>
          {stopping.error ? (
            <Alert kind="danger" announce>
              {problemText(readProblem(stopping.error))}
            </Alert>
          ) : token === undefined ? (
            <Alert kind="danger">
              <Trans>This link is incomplete. Open it from the message again.</Trans>
              <ContactSupport />
            </Alert>
          ) : null}
          <Button
            block
            busy={stopping.isPending}
            disabled={token === undefined}
            onClick={() => {
              if (token !== undefined) stopping.mutate(token);
            }}
          >
            <Trans>Stop it</Trans>
          </Button>
        </div>
      )}
    </Page>
  );
}

export { StopChangePage as Component };
