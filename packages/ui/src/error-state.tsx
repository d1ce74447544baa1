import { useLingui } from '@lingui/react/macro';
import { use, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { RotateCwIcon, WifiOffIcon } from './icons.tsx';
import { Mark } from './mark.tsx';
import { RefusalHelp } from './refusal-help.ts';
import { StatePanel } from './state-panel.tsx';

/** The first load of a page or list failed: what happened, and one way on. */
export function ErrorState(props: { note: ReactNode; onRetry: () => void; retrying?: boolean }) {
  const { t } = useLingui();
  const help = use(RefusalHelp);
  return (
    <StatePanel
      role="alert"
      mark={
        <Mark kind="danger">
          <WifiOffIcon />
        </Mark>
      }
      title={t`Loading failed`}
      note={props.note}
      action={
        <div className="stack gap-2">
          <Button kind="quiet" small busy={props.retrying ?? false} needsConnection={false} onClick={props.onRetry}>
            <RotateCwIcon size="s" />
            {t`Try again`}
          </Button>
          {help}
        </div>
      }
    />
  );
}
