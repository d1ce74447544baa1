import { Trans } from '@lingui/react/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { Button } from '@tern/ui/button';
import { ArrowDownLeftIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Link } from 'react-router';
import { formatList } from '../../../shared/format-list.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';

/** For a wallet in which nothing has ever been: how the first money gets here. */
export function FirstDeposit(props: { installation: InstallationView; walletId: string }) {
  const coins = formatList(
    props.installation.assets.map(({ symbol }) => symbol),
    'unit',
  );
  const { confirmations, arrivalSeconds } = props.installation.network;
  const duration = formatDuration(arrivalSeconds);
  return (
    <section className="card stack gap-3" aria-labelledby="first-deposit-title">
      <div className="cluster gap-3">
        <Mark kind="brand">
          <ArrowDownLeftIcon />
        </Mark>
        <div className="stack grow">
          <h2 className="title-3" id="first-deposit-title">
            <Trans>Make your first deposit</Trans>
          </h2>
          <p className="caption">
            <Trans>
              Send {coins} on Tron to your address. It is credited after {confirmations} confirmations, about {duration}
              .
            </Trans>
          </p>
        </div>
      </div>
      <Button as={Link} block to={`${paths.receive}?${new URLSearchParams({ wallet: props.walletId })}`}>
        <Trans>Show my address</Trans>
      </Button>
    </section>
  );
}
