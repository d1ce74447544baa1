import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { installationQuery } from './queries.ts';

/** Where codes are caught on an installation for development; nothing on any other. */
export function DevelopmentInboxHint() {
  const { data: installation } = useQuery(installationQuery);
  if (!installation?.development.inbox) return null;
  return (
    <p className="caption">
      <Trans>
        Development: codes arrive in the{' '}
        <a className="link" href="/dev/inbox" target="_blank" rel="noreferrer">
          inbox page
        </a>
        .
      </Trans>
    </p>
  );
}
