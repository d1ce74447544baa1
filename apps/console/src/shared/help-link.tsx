import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';

/** Leads to the page of operations about a page of the console, or with `#` to its section of one. */
export function HelpLink({ page }: { page: string }) {
  return (
    <Link className="link" to={`/help/${page}`}>
      <Trans>Help</Trans>
    </Link>
  );
}
