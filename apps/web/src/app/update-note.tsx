import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useEffect } from 'react';
import { keepServiceWorker, takeUpdate, useIsUpdateWaiting } from '../shared/app-update.ts';

/** Offers a newer version that is there already. Nothing reloads by itself: somebody may be in the middle of something. */
export function UpdateNote() {
  useEffect(keepServiceWorker, []);
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
