import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { CopyIcon, DownloadIcon, ShareIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { copyAndTell } from '../../../shared/inside/copy-button.tsx';
import { saveImage } from './save-image.ts';
import { canShareText, shareText } from './share-text.ts';
import type { AddressImage } from './use-address-image.ts';

/** Copy, share where the system can, save as a picture. `text` is the address or the payment link. */
export function AddressActions(props: { text: string; copied: string; image: AddressImage; fileName: string }) {
  const { t } = useLingui();
  const { image } = props;
  const [failed, setFailed] = useState(false);
  function save() {
    const saved = image.state === 'ready' && saveImage(image.blob, props.fileName);
    setFailed(!saved);
    if (saved) showToast(t`Image saved`);
  }
  return (
    <>
      <div className="receive-actions">
        <Button onClick={() => void copyAndTell(props.text, props.copied, t`Copying failed`)}>
          <CopyIcon size="s" />
          <Trans>Copy</Trans>
        </Button>
        {canShareText() ? (
          <Button
            kind="quiet"
            onClick={() => void shareText(props.text).then((done) => done || showToast(t`Sharing failed`, 'info'))}
          >
            <ShareIcon size="s" />
            <Trans>Share</Trans>
          </Button>
        ) : null}
        <Button kind="quiet" busy={image.state === 'drawing'} onClick={save}>
          <DownloadIcon size="s" />
          <Trans>Save</Trans>
        </Button>
      </div>
      {failed ? (
        <Alert kind="danger" announce>
          <Trans>Saving failed. You can copy the address or take a screenshot.</Trans>
        </Alert>
      ) : null}
    </>
  );
}
