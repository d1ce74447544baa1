import { Trans } from '@lingui/react/macro';
import { decidedShown } from '@tern/contracts/decided-shown';
import { Link } from 'react-router';

/** That a list of what was decided does not have all of it, and what has; nothing where it has all. */
export function LastDecided({ decided }: { decided: number }) {
  if (decided < decidedShown) return null;
  return (
    <p className="ink-2">
      <Trans>
        Only the last {decidedShown} decisions are shown. The{' '}
        <Link className="link" to="/log">
          audit log
        </Link>{' '}
        has all of them.
      </Trans>
    </p>
  );
}
