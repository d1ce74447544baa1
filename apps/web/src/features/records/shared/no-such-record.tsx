import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Empty } from '@tern/ui/empty';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

export function NoSuchRecord() {
  return (
    <Empty
      title={<Trans>Record not found</Trans>}
      note={<Trans>It doesn’t exist, or it belongs to another account.</Trans>}
      action={
        <Button as={Link} to={paths.records} replace kind="quiet" small>
          <Trans>Records</Trans>
        </Button>
      }
    />
  );
}
