import { Trans } from '@lingui/react/macro';
import { Bird } from '@tern/ui/bird';

/** Beside a list from which nothing is opened. */
export function NothingOpened() {
  return (
    <div className="pane" data-pane="detail">
      <div className="pane-nothing">
        <Bird size={56} />
        <p className="caption">
          <Trans>Choose an entry from the list to see it here.</Trans>
        </p>
      </div>
    </div>
  );
}
