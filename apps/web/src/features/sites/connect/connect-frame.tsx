import { useLingui } from '@lingui/react/macro';
import { AppBar, Page } from '@tern/ui/page';
import type { ReactNode } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { PausedNote } from '../shared/paused-note.tsx';

/** The page around every step of connecting. */
export function ConnectFrame(props: { foot?: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Page
      bar={<AppBar title={t`Connect a site`} back={<BackButton fallback={paths.connectedSites} />} />}
      foot={props.foot}
    >
      <PausedNote />
      {props.children}
    </Page>
  );
}
