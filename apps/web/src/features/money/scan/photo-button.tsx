import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { ImageIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { useRef, useState } from 'react';
import type { Decoder } from './decoder.ts';

/** Has a photo chosen and looks for codes in it. The photo stays on this device. */
export function PhotoButton(props: {
  decoder: Decoder;
  /** Without a camera it is the screen's main button. */
  isMainWay: boolean;
  onStart: () => void;
  /** Told of no text at all too: the photo may hold none. */
  onTexts: (texts: readonly string[]) => void;
}) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  const [unreadable, setUnreadable] = useState(false);

  async function read(photo: File) {
    props.onStart();
    setUnreadable(false);
    setReading(true);
    try {
      props.onTexts(await props.decoder.read(await createImageBitmap(photo), 'photo'));
    } catch {
      setUnreadable(true);
    }
    setReading(false);
  }

  return (
    <>
      {unreadable ? (
        <Alert kind="danger" announce correctable>
          <Trans>We can’t open this picture. Choose another one, or a screenshot of it.</Trans>
        </Alert>
      ) : null}
      <Button
        kind={props.isMainWay ? 'primary' : 'quiet'}
        block
        busy={reading}
        needsConnection={false}
        onClick={() => input.current?.click()}
      >
        <ImageIcon size="s" />
        <Trans>Choose a photo</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Photo of a QR code`}
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? [];
          // The same photo may be chosen again.
          currentTarget.value = '';
          if (photo !== undefined) void read(photo);
        }}
      />
    </>
  );
}
