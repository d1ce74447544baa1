import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Empty } from '@tern/ui/empty';
import { Link } from 'react-router';

/** An address that is no page of the console. */
export function NotFoundPage() {
  return (
    <main className="page">
      <header className="page-head">
        <h1>
          <Trans>Page not found</Trans>
        </h1>
      </header>
      <div className="page-body">
        <Empty
          title={<Trans>There is no page at this address</Trans>}
          note={<Trans>The link may be old or mistyped.</Trans>}
          action={
            <Button as={Link} to="/" kind="quiet" small>
              <Trans>Home</Trans>
            </Button>
          }
        />
      </div>
    </main>
  );
}
