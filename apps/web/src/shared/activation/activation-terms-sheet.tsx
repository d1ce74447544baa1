import { Trans, useLingui } from '@lingui/react/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { Facts } from '@tern/ui/facts';
import { Sheet } from '@tern/ui/sheet';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import './activation-terms-sheet.css';
import { readActivationTerms } from './read-activation-terms.ts';

/** Everything that holds for activation and its bonus, before anybody tops up because of it. */
export function ActivationTermsSheet(props: { installation: InstallationView; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { minimum, bonus, promotionOpen } = readActivationTerms(props.installation);
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Account active and the bonus`}>
      <Facts
        ruled
        facts={[
          {
            key: 'minimum',
            term: <Trans>Smallest top-up</Trans>,
            value: (
              <Trans>
                <bdi dir="ltr">{minimum}</bdi> or as much in another coin
              </Trans>
            ),
          },
          {
            key: 'bonus',
            term: <Trans>Bonus</Trans>,
            value: promotionOpen ? <bdi dir="ltr">{bonus}</bdi> : <Trans>The promotion has ended</Trans>,
          },
          { key: 'times', term: <Trans>How often</Trans>, value: <Trans>Once per person</Trans> },
        ]}
      />
      <ul className="activation-terms">
        <li>
          <Trans>Your deposit stays yours and can leave at once.</Trans>
        </li>
        <li>
          <Trans>It has to arrive from the Tron network in one piece and be confirmed.</Trans>
        </li>
        <li>
          <Trans>
            Bonuses are allowed only in some countries: yours is paid once you have declared the country you live in,
            where it is allowed there.
          </Trans>
        </li>
        <li>
          <Trans>
            The bonus is paid from a funded account with a budget for each day. Once that is used up it follows on a
            later day; when the account is empty the promotion has ended.
          </Trans>
        </li>
        <li>
          <Trans>You can receive and send your own money whether the account is active or not.</Trans>
        </li>
      </ul>
      <p className="caption">
        <Link className="link" to={paths.protocol}>
          <Trans>User agreement</Trans>
        </Link>
      </p>
    </Sheet>
  );
}
