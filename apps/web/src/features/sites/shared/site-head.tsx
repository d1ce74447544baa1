import { Trans } from '@lingui/react/macro';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import type { ReactNode } from 'react';
import './sites.css';

/** Who asks: its address large, because a name can be anybody's, and below it what it calls itself or asks. */
export function SiteHead({ site, children }: { site: ConnectionRequestView['site']; children?: ReactNode }) {
  const { host, name } = site;
  return (
    <div className="stack gap-1">
      <p className="title-1">
        <bdi dir="ltr" className="site-host" translate="no">
          {host}
        </bdi>
      </p>
      <p className="ink-2">
        {children ?? (
          <Trans>
            calls itself “<bdi translate="no">{name}</bdi>”
          </Trans>
        )}
      </p>
    </div>
  );
}
