import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';
import './icons.css';

export type IconProps = {
  /** `m` 22 px (default), `s` 18 px, `xs` 14 px. */
  size?: 's' | 'm' | 'xs';
};

/** Icons are decoration beside words; a control that shows only an icon carries its own label. */
export function draw(Drawing: LucideIcon, { size = 'm' }: IconProps, direction?: 'mirrored') {
  const classes = classNames('icon', size !== 'm' && `icon-${size}`, direction && 'icon-mirrored');
  return <Drawing className={classes} focusable="false" />;
}
