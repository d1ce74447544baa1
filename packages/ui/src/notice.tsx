import { useLingui } from '@lingui/react/macro';
import { use, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { InfoIcon, ShieldAlertIcon, TriangleAlertIcon, XIcon } from './icons.tsx';
import './notice.css';
import { RefusalHelp } from './refusal-help.ts';

const alertIcons = { info: InfoIcon, warning: TriangleAlertIcon, danger: ShieldAlertIcon };

/**
 * Something to know here and now. `announce` makes readers say it at once: refusals, not advice. A refusal also says where
 * to ask about it, unless it is `correctable` on the spot.
 */
export function Alert(props: {
  kind: 'info' | 'warning' | 'danger';
  announce?: boolean;
  correctable?: boolean;
  children: ReactNode;
}) {
  const Icon = alertIcons[props.kind];
  const help = use(RefusalHelp);
  const isRefusal = props.kind === 'danger' && props.announce === true && props.correctable !== true;
  return (
    <div className={`alert alert-${props.kind}`} role={props.announce ? 'alert' : undefined}>
      <Icon />
      <div className="grow">
        {props.children}
        {isRefusal ? help : null}
      </div>
    </div>
  );
}

/** A card with a mark that invites or tells; closable only if nothing depends on it. */
export function Notice(props: { mark: ReactNode; title: ReactNode; onClose?: () => void; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="notice">
      {props.mark}
      <div className="grow stack gap-1">
        <p className="notice-title">{props.title}</p>
        <div className="caption">{props.children}</div>
      </div>
      {props.onClose === undefined ? null : (
        <IconButton label={t`Close`} onClick={props.onClose}>
          <XIcon size="s" />
        </IconButton>
      )}
    </div>
  );
}
