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
      term: <Trans>Minimum top-up</Trans>,
      value: (
        <Trans>
          <bdi dir="ltr">{minimum}</bdi> or the same value in another coin
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
    <Sheet open={props.open} onClose={props.onClose} title={closed ? t`Conditions` : t`Activation and bonus`}>
      <Facts ruled facts={facts.filter((fact) => fact !== null)} />
      <ul className="activation-terms">
        <li>
          <Trans>Your deposit stays yours, and you can send it out at any time.</Trans>
        </li>
        <li>
          <Trans>Must arrive as a single Tron transfer and be confirmed.</Trans>
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
              We pay the bonus from a funded account with a daily budget. Once the budget is used up, we pay on a later
              day. When the account is empty, the promotion ends.
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
