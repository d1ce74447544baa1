import { Trans } from '@lingui/react/macro';
import { Bird } from '@tern/ui/bird';

/** Beside a list from which nothing is opened. */
export function NothingOpened() {
  return (
    <aside className="pane pane-nothing" data-pane="detail">
      <Bird size={56} />
      <p className="caption">
        <Trans>Choose an entry from the list to see it here.</Trans>
      </p>
    </aside>
  );
}
