import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { SmartphoneIcon } from '@tern/ui/my-icons';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { useState } from 'react';
import { takeInstallOffer } from '../../../shared/install-offer.ts';
import { useInstallWay } from './use-install-way.ts';

/** Puts the wallet on the home screen, where the device can; nothing where it cannot or where it is there already. */
export function InstallRow() {
  const { t } = useLingui();
  const way = useInstallWay();
  const [explaining, setExplaining] = useState(false);
  if (way === undefined) return null;
  return (
    <>
      <Row
        as="button"
        slim
        start={<SmartphoneIcon />}
        title={t`Install the app`}
        leads
        onClick={() => (way === 'dialog' ? void takeInstallOffer() : setExplaining(true))}
      />
      <Sheet open={explaining} onClose={() => setExplaining(false)} title={t`Install the app`}>
        <div className="stack gap-4">
          <p>
            <Trans>
              Open the browser's share menu and choose “Add to Home Screen”. The wallet then opens like any app.
            </Trans>
          </p>
          <Button block onClick={() => setExplaining(false)}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </Sheet>
    </>
  );
}
