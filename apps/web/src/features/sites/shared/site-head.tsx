import { Trans } from '@lingui/react/macro';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import type { ReactNode } from 'react';
import { Host } from '../../../shared/inside/host.tsx';
import './sites.css';

/** Who asks: its address large, because a name can be anybody's, and below it what it calls itself or asks. */
export function SiteHead(props: {
  site: ConnectionRequestView['site'];
  /** It comes while the person waits for it: readers say so. */
  announce?: boolean;
  children?: ReactNode;
}) {
  const { site, announce, children } = props;
  const { host, name } = site;
  return (
    <div className="stack gap-1" role={announce === true ? 'status' : undefined}>
      <p className="title-1">
        <Host>{host}</Host>
      </p>
      <p className="ink-2">
        {children ?? (
          <Trans>
            It calls itself “
            <bdi className="long-words" translate="no">
              {name}
            </bdi>
            ”.
          </Trans>
        )}
      </p>
    </div>
  );
}
