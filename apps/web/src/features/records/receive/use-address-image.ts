import { useEffect, useState } from 'react';
import { drawAddressImage, type AddressImageText } from './address-image.ts';

export type AddressImage = { state: 'drawing' } | { state: 'failed' } | { state: 'ready'; blob: Blob; url: string };

/** Draws the picture for an address and keeps it as long as the screen shows it. */
export function useAddressImage(content: string, { network, address }: AddressImageText): AddressImage {
  const [image, setImage] = useState<AddressImage>({ state: 'drawing' });
  useEffect(() => {
    let url: string | undefined;
    let left = false;
    drawAddressImage(content, { network, address })
      .then((blob) => {
        if (left) return;
        url = URL.createObjectURL(blob);
        setImage({ state: 'ready', blob, url });
      })
      // A browser without room for the picture refuses its address as well.
      .catch(() => setImage({ state: 'failed' }));
    return () => {
      left = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [content, network, address]);
  return image;
}
