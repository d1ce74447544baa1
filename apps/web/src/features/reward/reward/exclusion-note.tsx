import { Trans } from '@lingui/react/macro';
import type { PoolView } from '@tern/contracts/routes/pool';
import { Button } from '@tern/ui/button';
import { MapPinIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Notice } from '@tern/ui/notice';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

/** Why somebody gets nothing of the pool, and what they can do about it. */
export function ExclusionNote({ pool }: { pool: Pick<PoolView, 'excluded'> }) {
  if (pool.excluded === null) return null;
  const mark = (
    <Mark kind="plain">
      <MapPinIcon />
    </Mark>
  );
  if (pool.excluded === 'closed') {
    return (
      <Notice mark={mark} title={<Trans>Closed in your country</Trans>}>
        <Trans>
          Rewards may not be given in the country you declared. You can hold, send and swap the token as before; the
          figures below are everybody’s.
        </Trans>
      </Notice>
    );
  }
  return (
    <Notice mark={mark} title={<Trans>Say which country you live in</Trans>}>
      <p>
        <Trans>Rewards are allowed only in some countries. Until you declare yours you get none.</Trans>
      </p>
      <Button as={Link} to={paths.settings} kind="text" small className="reward-declare">
        <Trans>Declare it in the settings</Trans>
      </Button>
    </Notice>
  );
}
