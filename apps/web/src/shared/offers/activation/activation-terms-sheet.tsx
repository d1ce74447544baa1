import { Trans, useLingui } from '@lingui/react/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { Facts, type Fact } from '@tern/ui/facts';
import { Sheet } from '@tern/ui/sheet';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import './activation-terms-sheet.css';
import { readActivationTerms } from './read-activation-terms.ts';
import { isOffered, useBonusOffer } from './use-bonus-offer.ts';

/** Everything that holds for activation, and for its bonus where that is offered to this person, before anybody tops up because of it. */
export function ActivationTermsSheet(props: { installation: InstallationView; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { minimum, bonus } = readActivationTerms(props.installation);
  const shown = useBonusOffer(props.installation);
  // Where bonuses are closed these are the conditions of the account alone.
  const closed = shown === 'closed';
  const facts: (Fact | null)[] = [
    {
      key: 'minimum',
      term: <Trans>Smallest top-up</Trans>,
      value: (
        <Trans>
          <bdi dir="ltr">{minimum}</bdi> or as much in another coin
        </Trans>
      ),
    },
    isOffered(shown) || shown === 'ended'
      ? {
          key: 'bonus',
          term: <Trans>Bonus</Trans>,
          value: shown === 'ended' ? <Trans>The promotion has ended</Trans> : <bdi dir="ltr">{bonus}</bdi>,
        }
      : null,
    isOffered(shown) ? { key: 'times', term: <Trans>How often</Trans>, value: <Trans>Once per person</Trans> } : null,
  ];
  return (
    <Sheet open={props.open} onClose={props.onClose} title={closed ? t`Conditions` : t`Account active and the bonus`}>
      <Facts ruled facts={facts.filter((fact) => fact !== null)} />
      <ul className="activation-terms">
        <li>
          <Trans>Your deposit stays yours and can leave at once.</Trans>
        </li>
        <li>
          <Trans>It has to arrive from the Tron network in one piece and be confirmed.</Trans>
        </li>
        {closed ? null : (
          <li>
            <Trans>
              Bonuses are allowed only in some countries: yours is paid once you have declared the country you live in,
              where it is allowed there.
            </Trans>
          </li>
        )}
        {isOffered(shown) ? (
          <li>
            <Trans>
              The bonus is paid from a funded account with a budget for each day. Once that is used up it follows on a
              later day; when the account is empty the promotion has ended.
            </Trans>
          </li>
        ) : null}
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
