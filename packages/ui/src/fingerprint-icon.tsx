import { FingerprintPattern } from 'lucide-react';
import { draw, type IconProps } from './draw-icon.tsx';

/** By itself: the largest of the icons, and the login page draws it only with the button for passkeys. */
export function FingerprintIcon(props: IconProps) {
  return draw(FingerprintPattern, props);
}
