import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { CopyIcon, DownloadIcon, ShareIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { copyText } from '../../../shared/copy-text.ts';
import { copyAndTell } from '../../../shared/inside/copy-button.tsx';
import { saveImage } from '../shared/save-image.ts';
import { sharePicture } from '../../../shared/inside/share-picture.ts';
import type { AddressImage } from './use-address-image.ts';

/**
 * Copy, share, save as a picture. `text` is the address or the payment link. Where the system has no sheet to share with,
 * sharing copies the text and saves the picture, to be pasted and attached anywhere.
 */
export function AddressActions(props: { text: string; copied: string; image: AddressImage; fileName: string }) {
  const { t } = useLingui();
  const { image } = props;
  const [failed, setFailed] = useState<'saving' | 'both'>();
  const blob = image.state === 'ready' ? image.blob : undefined;
  function save(copied = true): boolean {
    const saved = blob !== undefined && saveImage(blob, props.fileName);
    setFailed(saved ? undefined : copied ? 'saving' : 'both');
    return saved;
  }
  async function share() {
    const picture = blob && new File([blob], props.fileName, { type: blob.type });
    if (await sharePicture({ text: props.text, picture })) return;
    const copied = await copyText(props.text);
    const done = [copied && props.copied, save(copied) && t`Image saved`];
    const told = done.filter((each) => each !== false).join(' · ');
    if (told !== '') showToast(told);
  }
  return (
    <>
      <div className="cluster wrap receive-actions">
        <Button onClick={() => void copyAndTell(props.text, props.copied, t`Copying failed`)}>
          <CopyIcon size="s" />
          <Trans>Copy</Trans>
        </Button>
        <Button kind="quiet" busy={image.state === 'drawing'} needsConnection={false} onClick={() => void share()}>
          <ShareIcon size="s" />
          <Trans>Share</Trans>
        </Button>
        <Button
          kind="quiet"
          busy={image.state === 'drawing'}
          needsConnection={false}
          onClick={() => save() && showToast(t`Image saved`)}
        >
          <DownloadIcon size="s" />
          <Trans>Save</Trans>
        </Button>
      </div>
      {failed === undefined ? null : (
        <Alert kind="danger" announce>
          {failed === 'both' ? (
            <Trans>Copying and saving failed. You can take a screenshot.</Trans>
          ) : (
            <Trans>Saving failed. You can copy the address or take a screenshot.</Trans>
          )}
        </Alert>
      )}
    </>
  );
}
