import { CameraOff, Flashlight } from 'lucide-react';
import { draw, type IconProps } from './draw-icon.tsx';

// What only the scanning of codes draws.

export function CameraOffIcon(props: IconProps) {
  return draw(CameraOff, props);
}

export function FlashlightIcon(props: IconProps) {
  return draw(Flashlight, props);
}
