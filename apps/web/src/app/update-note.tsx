import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useEffect } from 'react';
import { keepServiceWorker, takeUpdate, useIsUpdateWaiting } from '../shared/app-update.ts';
import { loadNewer } from '../shared/load-newer.ts';
import { listenForFailedPage } from './failed-page.ts';

/** Loaded before it is needed: then the server may not have its file any more. */
const takeNewer = () => void loadNewer().catch(() => undefined);

/**
 * Offers a newer version that is there already. Nothing reloads by itself, because somebody may be in the middle of something, but
 * for a page that did not load.
 */
export function UpdateNote() {
  useEffect(keepServiceWorker, []);
  useEffect(() => listenForFailedPage(takeNewer), []);
  if (!useIsUpdateWaiting()) return null;
  return (
    <div className="cluster update-note" role="status">
      <span className="label grow">
        <Trans>A new version is ready</Trans>
      </span>
      <Button kind="text" small onClick={takeUpdate}>
        <Trans>Reload</Trans>
      </Button>
    </div>
  );
}
