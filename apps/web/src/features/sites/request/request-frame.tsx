import { AppBar, Page } from '@tern/ui/page';
import type { ReactNode } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { PausedNote } from '../shared/paused-note.tsx';

/** The page around everything that a site asks for. */
export function RequestFrame(props: { title: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <Page bar={<AppBar title={props.title} back={<BackButton fallback={paths.connectedSites} />} />} foot={props.foot}>
      <PausedNote />
      {props.children}
    </Page>
  );
}
