import { Trans } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import './contact-support.css';
import { paths } from './paths.ts';

/** Leads from a refusal to where somebody can ask about it; nothing where that is already open. */
export function ContactSupport() {
  const { pathname } = useLocation();
  if (pathname === paths.support) return null;
  return (
    <p className="contact-support">
      <Link className="link" to={paths.support}>
        <Trans>Contact support</Trans>
      </Link>
    </p>
  );
}
