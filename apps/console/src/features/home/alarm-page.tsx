import { Trans } from '@lingui/react/macro';
import { Link, useParams } from 'react-router';
import { DocumentPage } from '../../shared/document-page.tsx';

const pages = import.meta.glob<string>('../../../../../docs/operations/alarms/*.md', {
  query: '?raw',
  import: 'default',
});

/** The page of the documents about one alarm: what it means, what to check first, which action is safe. */
export function AlarmPage() {
  const { name = '' } = useParams();
  return (
    <DocumentPage
      name={`alarm ${name}`}
      read={pages[`../../../../../docs/operations/alarms/${name}.md`]}
      title={<Trans>Alarm</Trans>}
      aside={
        <Link className="link" to="/">
          <Trans>Home</Trans>
        </Link>
      }
    />
  );
}
