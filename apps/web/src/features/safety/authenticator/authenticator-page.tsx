import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { AppBar, Page } from '@tern/ui/page';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { accountQuery } from '../../../shared/queries.ts';
import { BindAuthenticator } from './bind-authenticator.tsx';
import { BoundAuthenticator, type AuthenticatorChange } from './bound-authenticator.tsx';
import '../shared/factors.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RenewRecoveryCodes } from './renew-recovery-codes.tsx';
import { UnbindAuthenticator } from './unbind-authenticator.tsx';
import { useGoOn } from '../shared/use-go-on.ts';

/** Binds an authenticator in two steps; where one is bound, replaces it, takes it off or makes new recovery codes. */
function AuthenticatorPage() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { path, goOn } = useGoOn();
  // What it was when the page was opened: binding turns the one into the other.
  const [wasBound] = useState(account.factors.authenticator);
  const [change, setChange] = useState<AuthenticatorChange>();
  const [shown, setShown] = useState<{ codes: readonly string[]; toast: string }>();

  return (
    <Page gap="large" bar={<AppBar title={t`Google Authenticator`} back={<BackButton fallback={path} />} />}>
      {shown ? (
        <RecoveryCodes
          codes={shown.codes}
          onDone={() => {
            showToast(shown.toast);
            goOn();
          }}
        />
      ) : wasBound && change === undefined ? (
        <BoundAuthenticator account={account} onChange={setChange} />
      ) : change === 'unbind' ? (
        <UnbindAuthenticator
          onDone={() => {
            showToast(t`Authenticator removed`);
            goOn();
          }}
        />
      ) : change === 'renew-codes' ? (
        <RenewRecoveryCodes onRenewed={(codes) => setShown({ codes, toast: t`New recovery codes saved` })} />
      ) : (
        <BindAuthenticator onBound={(codes) => setShown({ codes, toast: t`Authenticator bound` })} />
      )}
    </Page>
  );
}

export { AuthenticatorPage as Component };
