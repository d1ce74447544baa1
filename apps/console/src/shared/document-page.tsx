import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { MarkdownText } from './markdown-text.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Page } from './page.tsx';
import './document.css';

/** A page of our documents, in the language it is written in; without one, the page that nothing is here. */
export function DocumentPage(props: {
  /** Told from every other document. */
  name: string;
  read: (() => Promise<string>) | undefined;
  /** Stands while the document's own title is on its way. */
  title: ReactNode;
  aside: ReactNode;
}) {
  const { name, read } = props;
  const text = useQuery({
    queryKey: ['document', name],
    queryFn: () => read?.() ?? '',
    enabled: read !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (read === undefined) return <NotFoundPage />;
  return (
    <Page
      title={text.data === undefined ? props.title : (/^# (.+)$/m.exec(text.data)?.[1] ?? name)}
      aside={props.aside}
      query={text}
    >
      {(markdown) => <Document markdown={markdown} />}
    </Page>
  );
}

/** Begins at the section that the address names, where it names one. */
function Document({ markdown }: { markdown: string }) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    const section = document.getElementById(decodeURIComponent(hash.slice(1)));
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <section className="panel document" lang="en">
      <MarkdownText markdown={markdown} />
    </section>
  );
}
