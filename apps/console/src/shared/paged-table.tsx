import { Button } from '@tern/ui/button';
import { PagedList, type PagedListProps } from '@tern/ui/paged-list';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { problemText } from './problem-texts.ts';
import { Refusal } from './refusal.tsx';

/** A table that loads page by page, each further one when it is asked for. */
export function PagedTable<Page, Item>(
  props: Pick<PagedListProps<Page, Item>, 'query' | 'itemsOf' | 'empty'> & {
    /** The cells of the first row. */
    head: ReactNode;
    rowOf: (item: Item) => ReactNode;
    /** The button that asks for the next page. */
    more: ReactNode;
  },
) {
  const { error } = props.query;
  return (
    <section className="panel">
      <PagedList
        query={props.query}
        itemsOf={props.itemsOf}
        loading={
          <Skeleton>
            <SkeletonShape width="24rem" height="6rem" />
          </Skeleton>
        }
        failed={problemText(error)}
        empty={<p className="ink-2">{props.empty}</p>}
        outdated={(read) => <Refusal error={read.error} />}
        more={(next) => (
          <>
            <Refusal error={next.error} />
            <Button kind="quiet" busy={next.busy} onClick={next.load}>
              {props.more}
            </Button>
          </>
        )}
        end={null}
      >
        {(items) => (
          <table>
            <thead>
              <tr>{props.head}</tr>
            </thead>
            <tbody>{items.map(props.rowOf)}</tbody>
          </table>
        )}
      </PagedList>
    </section>
  );
}
