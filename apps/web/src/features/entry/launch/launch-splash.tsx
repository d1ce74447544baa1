import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bird } from '@tern/ui/bird';
import type { ReactNode } from 'react';
import { installationQuery } from '../../../shared/queries.ts';
import './launch-splash.css';

/** The brand's page while the session is restored. */
export function LaunchSplash(props: { children?: ReactNode }) {
  const { t } = useLingui();
  const { data: installation } = useQuery(installationQuery);
  return (
    <main className="launch">
      <svg className="launch-flight" viewBox="0 0 390 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path className="launch-trail" d="M-120 536C-40 530 94 500 140 432" />
        <path className="launch-trail launch-ahead" d="M262 288C296 244 340 214 390 200L520 174" />
      </svg>
      <div className="launch-bird" aria-busy={props.children === undefined}>
        <Bird size={120} />
      </div>
      <div className="launch-foot">
        <h1 className="launch-name">
          {installation?.product.name ?? <span className="visually-hidden">{t`Loading`}</span>}
        </h1>
        {props.children ?? <p className="visually-hidden" role="status">{t`Loading`}</p>}
      </div>
    </main>
  );
}
