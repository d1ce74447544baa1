import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Page } from '../../shared/page.tsx';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { MarkdownText } from '../../shared/markdown-text.tsx';

const pages = import.meta.glob<string>('../../../../../docs/operations/alarms/*.md', {
  query: '?raw',
  import: 'default',
});

/** The page of the documents about one alarm: what it means, what to check first, which action is safe. */
export function AlarmPage() {
  const { name = '' } = useParams();
  const read = pages[`../../../../../docs/operations/alarms/${name}.md`];
  const text = useQuery({
    queryKey: ['alarm', name],
    queryFn: () => read?.() ?? '',
    enabled: read !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (read === undefined) return <NotFoundPage />;
  return (
    <Page
      title={text.data === undefined ? <Trans>Alarm</Trans> : (/^# (.+)$/m.exec(text.data)?.[1] ?? name)}
      aside={
        <Link className="link" to="/">
          <Trans>Home</Trans>
        </Link>
      }
      query={text}
    >
      {(markdown) => (
        <section className="panel home-document" lang="en">
          <MarkdownText markdown={markdown} />
        </section>
      )}
    </Page>
  );
}
