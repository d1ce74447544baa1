import { Trans } from '@lingui/react/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { Amount } from '@tern/ui/amount';
import { exactAmount } from '../../../shared/exact-amount.ts';

/** What the service is, what it holds and what it asks. Amounts come from the installation, so the text cannot drift. */
export function AgreementText(props: { installation: InstallationView }) {
  const { activation, assets, product } = props.installation;
  const amountOf = (assetId: string, wire: string) => {
    const asset = assets.find((candidate) => candidate.id === assetId);
    return asset === undefined ? null : <Amount text={exactAmount(wire, asset)} unit={asset.symbol} />;
  };
  const productName = product.name;
  const minimum = amountOf(activation.minimumAssetId, activation.minimum);
  const bonus = amountOf(activation.bonusAssetId, activation.bonus);
  return (
    <>
      <p>
        <Trans>
          {productName} is a custodial wallet for the Tron network. This page says what that means, what you can expect
          from the service and what it expects from you. By opening an account you accept it.
        </Trans>
      </p>
      <h2>
        <Trans>Who holds what</Trans>
      </h2>
      <p>
        <Trans>
          The service holds the keys of the addresses. Every wallet has a Tron address of its own. A ledger records what
          belongs to whom; what it shows as yours is covered by assets on the chain, or for a token that is not issued
          on the chain yet by a published issuance account.
        </Trans>
      </p>
      <h2>
        <Trans>Receiving</Trans>
      </h2>
      <p>
        <Trans>
          Everything that arrives at your address on Tron in a listed coin is credited once its block is final, without
          a minimum. Coins sent on another network do not arrive and cannot be brought back by the service.
        </Trans>
      </p>
      <h2>
        <Trans>Sending and fees</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            The fee is taken in the coin you send, shown before you confirm, and is the same afterwards in your records.
          </Trans>
        </li>
        <li>
          <Trans>
            No transfer ever waits for a payment by you. Nobody from the service will ask you to pay in so that you can
            take out.
          </Trans>
        </li>
        <li>
          <Trans>Transfers between people of this service settle at once and cost nothing.</Trans>
        </li>
        <li>
          <Trans>
            Large transfers are reviewed by a person first. What is refused comes back with its fee, at once. We tell
            you the reason where the law lets us.
          </Trans>
        </li>
        <li>
          <Trans>Once it has left, a transfer on the chain cannot be taken back by anyone.</Trans>
        </li>
      </ul>
      <h2>
        <Trans>Activation and bonus</Trans>
      </h2>
      <p>
        <Trans>
          The first top-up from the chain of at least {minimum} makes the account active and pays {bonus} once per
          person, for as long as the promotion account is funded. Your deposit stays yours and can leave at once.
          Receiving and sending your own money never depends on it.
        </Trans>
      </p>
      <p>
        <Trans>
          Bonuses are allowed only in some countries: yours is paid once you have declared the country you live in,
          where it is allowed there.
        </Trans>
      </p>
      <h2>
        <Trans>Your part</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            Keep your login password, trade password and authenticator to yourself. Nobody from the service asks for
            them.
          </Trans>
        </li>
        <li>
          <Trans>Check the whole address before you send.</Trans>
        </li>
        <li>
          <Trans>
            Use the service only for money that is lawfully yours and where the law you live under allows it.
          </Trans>
        </li>
      </ul>
      <h2>
        <Trans>Locks and holds</Trans>
      </h2>
      <p>
        <Trans>
          After wrong tries with your factors, transfers pause for an hour, then for a day. After a change of security
          settings, transfers to addresses you never used wait for 24 hours. We can put an account on hold for up to 30
          days at a time, for example to protect it or where the law obliges us: nothing leaves it then, and it still
          receives. The app tells you until when each of these lasts, and none of them ends by paying.
        </Trans>
      </p>
      <h2>
        <Trans>Risks</Trans>
      </h2>
      <p>
        <Trans>
          Coins change in value and can lose all of it. Tokens depend on those who issue them and can be frozen by them.
          Networks can stand still. The service cannot take these risks from you.
        </Trans>
      </p>
      <h2>
        <Trans>Leaving</Trans>
      </h2>
      <p>
        <Trans>
          You can send what is yours to another address and stop using the account at any time, without giving a reason.
        </Trans>
      </p>
      <h2>
        <Trans>Changes</Trans>
      </h2>
      <p>
        <Trans>
          When this agreement or the privacy policy changes, the app shows you what is different and asks you to accept
          the new version. Until you do, you can still read everything, send your money out, change your security
          settings, complain, export your data and close your account. Everything else waits.
        </Trans>
      </p>
    </>
  );
}
