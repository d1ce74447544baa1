import { CircleCheckIcon, CircleXIcon, GlobeIcon } from '@tern/ui/icons';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import type { ReactNode } from 'react';

const icons = {
  right: { icon: <CircleCheckIcon />, className: 'positive' },
  wrong: { icon: <CircleXIcon />, className: 'danger' },
  later: { icon: <HourglassIcon />, className: 'ink-3' },
  told: { icon: <GlobeIcon />, className: 'ink-3' },
};

/** What one check found: a tick, a cross, that it is not possible yet, or what is only told. */
export function Finding(props: { state: keyof typeof icons; title: ReactNode; children?: ReactNode }) {
  const { icon, className } = icons[props.state];
  return (
    <li className="check-item">
      <Row
        start={<span className={className}>{icon}</span>}
        title={props.title}
        {...(props.children === undefined ? {} : { note: props.children })}
      />
    </li>
  );
}
