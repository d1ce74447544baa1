import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';
import { LaunchSplash } from './launch-splash.tsx';

/** Restores the session and goes on to the home or the login page. */
function LaunchPage() {
  const { error, isSuccess, isFetching, refetch } = useQuery({ ...accountQuery, enabled: hasSignedInBefore() });
  if (isSuccess) return <Navigate to={paths.home} replace />;
  if (!hasSignedInBefore() || (error && readProblem(error).code === 'LOGIN_EXPIRED'))
    return <Navigate to={paths.login} replace />;
  if (!error) return <LaunchSplash />;
  return (
    <LaunchSplash>
      <p role="alert">
        <Trans>Network error, try again later</Trans>
      </p>
      <button type="button" className="launch-retry" aria-busy={isFetching} onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </button>
    </LaunchSplash>
  );
}

export { LaunchPage as Component };
