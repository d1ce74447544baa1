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
      <Notice mark={mark} title={<Trans>Not available in your country</Trans>}>
        <Trans>
          Rewards are not allowed in the country you declared. You can hold, send and swap the token as before. The
          figures below are for everyone.
        </Trans>
      </Notice>
    );
  }
  return (
    <Notice mark={mark} title={<Trans>Declare the country you live in</Trans>}>
      <p>
        <Trans>Rewards are allowed only in some countries. You get none until you declare yours.</Trans>
      </p>
      <Button as={Link} to={paths.settings} kind="text" small className="reward-declare">
        <Trans>Declare it in settings</Trans>
      </Button>
    </Notice>
  );
}
