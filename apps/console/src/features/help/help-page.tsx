import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useNavigate, useParams } from 'react-router';
import { DocumentPage } from '../../shared/document-page.tsx';

const pages = import.meta.glob<string>(
  ['../../../../../docs/operations/*.md', '../../../../../docs/{screening,webhooks,service-api}.md'],
  { query: '?raw', import: 'default' },
);

/** Documents that a page of the console leads to; the others are about machines. */
const written: ReadonlySet<string> = new Set([
  ...['activities', 'complaints', 'console', 'factor-resets', 'funds', 'operators', 'payouts', 'people', 'quarantine'],
  ...['screening', 'service-api', 'terms', 'transactions', 'treasury', 'webhooks'],
]);

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
      read={written.has(name) ? readerOf(name) : undefined}
      title={<Trans>Help</Trans>}
      aside={
        <Button kind="quiet" onClick={() => void navigate(-1)}>
          <Trans>Back</Trans>
        </Button>
      }
    />
  );
}
