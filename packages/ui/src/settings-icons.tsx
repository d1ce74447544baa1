import { Database, Link, Network, UserRoundX } from 'lucide-react';
import { draw, type IconProps } from './draw-icon.tsx';

// What only the settings draw.

export function DatabaseIcon(props: IconProps) {
  return draw(Database, props);
}

export function LinkIcon(props: IconProps) {
  return draw(Link, props);
}

export function NetworkIcon(props: IconProps) {
  return draw(Network, props);
}

export function UserRoundXIcon(props: IconProps) {
  return draw(UserRoundX, props);
}
