import type { ReactNode } from 'react';
import { CircleCheckIcon } from '@tern/ui/icons';
import { Mark } from '@tern/ui/mark';

/** The protection is on already: nothing to do here. */
export function AlreadySet(props: { title: ReactNode; children: ReactNode; action: ReactNode }) {
  return (
    <div className="factors-set">
      <Mark kind="positive" large>
        <CircleCheckIcon />
      </Mark>
      <div className="stack gap-2">
        <h2 className="title-2">{props.title}</h2>
        <div className="ink-2 stack gap-2">{props.children}</div>
      </div>
      {props.action}
    </div>
  );
}
