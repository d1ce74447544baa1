import { Trans } from '@lingui/react/macro';
import { EndMark } from '@tern/ui/end-mark';
import { PagedList as List, type PagedListProps } from '@tern/ui/paged-list';
import { LoadMore } from './load-more.tsx';
import { OutdatedNote } from './outdated-note.tsx';

/** A list that loads on by itself until its end, with every state a person can meet on the way. */
export function PagedList<Page, Item>(props: PagedListProps<Page, Item>) {
  return (
    <List
      {...props}
      outdated={(query) => <OutdatedNote query={query} />}
      more={({ error, busy, load }) => <LoadMore failed={error !== null} busy={busy} onLoad={load} />}
      end={
        <EndMark>
          <Trans>You’ve reached the end</Trans>
        </EndMark>
      }
    />
  );
}
