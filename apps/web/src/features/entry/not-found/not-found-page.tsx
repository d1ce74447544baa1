import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Empty } from '@tern/ui/empty';
import { LargeAppBar, Page } from '@tern/ui/page';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

/** An address that is no page. */
function NotFoundPage() {
  const { t } = useLingui();
  return (
    <Page bar={<LargeAppBar title={t`Page not found`} />}>
      <Empty
        title={<Trans>There is no page at this address</Trans>}
        note={<Trans>The link may be old or mistyped.</Trans>}
        action={
          <Button as={Link} to={paths.launch} kind="quiet" small>
            <Trans>Go to the start page</Trans>
          </Button>
        }
      />
    </Page>
  );
}

export { NotFoundPage as Component };
