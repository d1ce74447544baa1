import { Trans } from '@lingui/react/macro';
import type { PagedQuery } from '@tern/ui/paged-list';
import { Button } from '@tern/ui/button';
import { Refusal } from '../../shared/refusal.tsx';

/** Below a list of days: the way to those before them, while there are any. */
export function EarlierDays({ days }: { days: PagedQuery<unknown> }) {
  if (!days.hasNextPage) return null;
  return (
    <div className="books-foot">
      <Refusal error={days.isFetchNextPageError ? days.error : null} />
      <Button kind="quiet" busy={days.isFetchingNextPage} onClick={() => days.fetchNextPage({ cancelRefetch: false })}>
        <Trans>Earlier days</Trans>
      </Button>
    </div>
  );
}
