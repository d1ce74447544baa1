import { Trans } from '@lingui/react/macro';
import { SkeletonShape } from '@tern/ui/skeleton';
import type { AddressImage } from './use-address-image.ts';

/** The QR code. It is the whole picture with its text below the edge, so that a long press saves all of it. */
export function QrPicture(props: { image: AddressImage; label: string }) {
  const { image } = props;
  return (
    <div className="qr-paper receive-qr">
      {image.state === 'ready' ? (
        <img src={image.url} alt={props.label} width={232} height={232} />
      ) : image.state === 'drawing' ? (
        <SkeletonShape width="182px" height="182px" />
      ) : (
        <p className="caption center">
          <Trans>Couldn’t show the QR code. Use the address below.</Trans>
        </p>
      )}
    </div>
  );
}
