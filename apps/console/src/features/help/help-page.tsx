import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useNavigate, useParams } from 'react-router';
import { DocumentPage } from '../../shared/document-page.tsx';
import { helpDocuments } from '../../shared/help-documents.ts';

const pages = import.meta.glob<string>(
  ['../../../../../docs/operations/*.md', '../../../../../docs/{screening,webhooks,service-api}.md'],
  { query: '?raw', import: 'default' },
);

function readerOf(name: string): (() => Promise<string>) | undefined {
  return pages[`../../../../../docs/operations/${name}.md`] ?? pages[`../../../../../docs/${name}.md`];
}

/** The page of operations about a page of the console: what is on it, what to do with it. */
export function HelpPage() {
  const { name = '' } = useParams();
  const navigate = useNavigate();
  return (
    <DocumentPage
      name={`help ${name}`}
      read={Object.hasOwn(helpDocuments, name) ? readerOf(name) : undefined}
      title={<Trans>Help</Trans>}
      aside={
        <Button kind="quiet" onClick={() => void navigate(-1)}>
          <Trans>Back</Trans>
        </Button>
      }
    />
  );
}
