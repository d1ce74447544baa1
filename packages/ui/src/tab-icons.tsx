import { House } from 'lucide-react';
import { draw, type IconProps } from './draw-icon.tsx';

// What only the tab bar draws: no page loads it.

export function HouseIcon(props: IconProps) {
  return draw(House, props);
}
