import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@tern/ui/loaded';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { MarkdownText } from '../../shared/markdown-text.tsx';
import { problemText } from '../../shared/problem-texts.ts';
import { BooksFrame } from './books-frame.tsx';

const pages = import.meta.glob<string>('../../../../../docs/operations/books*.md', {
  query: '?raw',
  import: 'default',
});

/** The page of the documents about this room. */
export function BooksHelpPage() {
  const text = useQuery({
    queryKey: ['books', 'help'],
    queryFn: async () => (await Promise.all(Object.values(pages).map((read) => read()))).join('\n'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <BooksFrame>
      <Loaded
        query={text}
        loading={
          <Skeleton>
            <SkeletonShape width="100%" height="12rem" />
          </Skeleton>
        }
        failed={problemText(text.error)}
      >
        {(markdown) => (
          <section className="panel books-document" lang="en">
            <h2>{/^# (.+)$/m.exec(markdown)?.[1]}</h2>
            <MarkdownText markdown={markdown} />
          </section>
        )}
      </Loaded>
    </BooksFrame>
  );
}
