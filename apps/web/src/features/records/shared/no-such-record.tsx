import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Empty } from '@tern/ui/empty';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

export function NoSuchRecord() {
  return (
    <Empty
      title={<Trans>No such record</Trans>}
      note={<Trans>This does not exist, or it is not yours.</Trans>}
      action={
        <Button as={Link} to={paths.records} replace kind="quiet" small>
          <Trans>Records</Trans>
        </Button>
      }
    />
  );
}
