import { useQuery } from '@tanstack/react-query';
import { MarkdownText } from '../../shared/markdown-text.tsx';
import { BooksFrame } from './books-frame.tsx';
import { LoadedPanel } from './loaded-panel.tsx';

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
      <LoadedPanel query={text}>
        {(markdown) => (
          <section className="panel books-document" lang="en">
            <h2>{/^# (.+)$/m.exec(markdown)?.[1]}</h2>
            <MarkdownText markdown={markdown} />
          </section>
        )}
      </LoadedPanel>
    </BooksFrame>
  );
}
