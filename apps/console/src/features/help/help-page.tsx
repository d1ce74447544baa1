import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { Button } from '@tern/ui/button';
import { MarkdownText } from '../../shared/markdown-text.tsx';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { Page } from '../../shared/page.tsx';

const pages = import.meta.glob<string>('../../../../../docs/operations/*.md', {
  query: '?raw',
  import: 'default',
});

/** Pages of the console that have one; the others have tables, which are not drawn here. */
const written: ReadonlySet<string> = new Set(['transactions']);

/** The page of operations about a page of the console: what is on it, what to do with it. */
export function HelpPage() {
  const { name = '' } = useParams();
  const navigate = useNavigate();
  const read = written.has(name) ? pages[`../../../../../docs/operations/${name}.md`] : undefined;
  const text = useQuery({
    queryKey: ['help', name],
    queryFn: () => read?.() ?? '',
    enabled: read !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (read === undefined) return <NotFoundPage />;
  return (
    <Page
      title={text.data === undefined ? <Trans>Help</Trans> : (/^# (.+)$/m.exec(text.data)?.[1] ?? name)}
      aside={
        <Button kind="quiet" onClick={() => void navigate(-1)}>
          <Trans>Back</Trans>
        </Button>
      }
      query={text}
    >
      {(markdown) => (
        <section className="panel document" lang="en">
          <MarkdownText markdown={markdown} />
        </section>
      )}
    </Page>
  );
}
