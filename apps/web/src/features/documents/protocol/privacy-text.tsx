import { Trans } from '@lingui/react/macro';

/** Which data the service keeps, what for and for how long. */
export function PrivacyText(props: { product: string }) {
  const { product } = props;
  return (
    <>
      <p>
        <Trans>{product} keeps as little about you as a wallet can work with. This is all of it.</Trans>
      </p>
      <h2>
        <Trans>What is stored</Trans>
      </h2>
      <ul>
        <li>
          <Trans>Your phone number or e-mail address, to sign you in and to warn you.</Trans>
        </li>
        <li>
          <Trans>Your passwords and codes only as hashes, the key of your authenticator encrypted.</Trans>
        </li>
        <li>
          <Trans>Open sessions with the kind of device and the time, so that you can end them.</Trans>
        </li>
        <li>
          <Trans>Your wallets, balances, transfers and the addresses you sent to.</Trans>
        </li>
        <li>
          <Trans>The prices you set alerts for, until you remove them or close the account.</Trans>
        </li>
        <li>
          <Trans>
            The usernames you chose, until you close the account. After that we keep only what they look like, so that
            nobody else can ever have them.
          </Trans>
        </li>
        <li>
          <Trans>
            Which versions of the user agreement and of this policy you accepted, in which language and when. This stays
            after you close the account, to show what was agreed.
          </Trans>
        </li>
      </ul>
      <h2>
        <Trans>What is public</Trans>
      </h2>
      <p>
        <Trans>
          Every transfer on Tron is public for ever: addresses, amounts and times. Transfers between people of this
          service are not on the chain.
        </Trans>
      </p>
      <h2>
        <Trans>Who receives data</Trans>
      </h2>
      <p>
        <Trans>
          The providers that deliver mails and text messages receive the address or number and the message. The pages
          load nothing from other sites and contain no advertising and no analytics.
        </Trans>
      </p>
      <p>
        <Trans>
          Other people with an account here can find you by your phone number, e-mail address or username only if you
          allow it in the settings. They then see that you have an account and the name you chose. Their records keep
          what they typed and the name they saw. We delete your name and your choice when you take the permission back
          or close the account.
        </Trans>
      </p>
      <KeptText />
    </>
  );
}

/** Where it is kept, and how long. */
function KeptText() {
  return (
    <>
      <h2>
        <Trans>On your device</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            One cookie holds your session. Your choice of theme, language and hidden balances is kept in this browser.
          </Trans>
        </li>
        <li>
          <Trans>
            A hint of your last login is kept in this browser too: the area code and the last digits of your phone
            number, or the first letter and the domain of your e-mail address. You can switch this off in the settings.
          </Trans>
        </li>
        <li>
          <Trans>
            What you have typed into a form stays in its tab until you send it or close the tab. For up to a day, the
            form is filled in with it again. Passwords and one-time codes are never kept there.
          </Trans>
        </li>
        <li>
          <Trans>
            What you last saw of your balances, addresses, records and messages stays in this browser for up to 7 days,
            so that you can look at it without a connection. If you end the session from another device, it is removed
            once this browser is online again.
          </Trans>
        </li>
        <li>
          <Trans>
            Logging out removes what was read about you and what you typed in that tab. Your choices and the hint stay.
          </Trans>
        </li>
      </ul>
      <h2>
        <Trans>How long</Trans>
      </h2>
      <p>
        <Trans>
          Codes are dropped when they expire. Your picture and profile are deleted when you remove them, and with the
          account when you close it. Records of money are kept as long as the law demands, even after that.
        </Trans>
      </p>
    </>
  );
}
