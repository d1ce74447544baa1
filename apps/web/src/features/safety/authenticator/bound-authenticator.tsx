import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Card } from '@tern/ui/card';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { AlreadySet } from '../shared/already-set.tsx';

export type AuthenticatorChange = 'replace' | 'unbind' | 'renew-codes';

const fewCodes = 3;

/** The authenticator is bound: what can be done with it. */
export function BoundAuthenticator(props: { account: AccountView; onChange: (change: AuthenticatorChange) => void }) {
  const { t } = useLingui();
  const { recoveryCodesLeft } = props.account.factors;
  return (
    <AlreadySet
      title={<Trans>Your authenticator is bound</Trans>}
      action={
        <div className="stack gap-4 factors-choices">
          {recoveryCodesLeft > fewCodes ? null : (
            <Alert kind="warning">
              <Plural
                value={recoveryCodesLeft}
                one="# recovery code is left. Create new ones, so that a lost phone doesn’t lock you out."
                other="# recovery codes are left. Create new ones, so that a lost phone doesn’t lock you out."
              />
            </Alert>
          )}
          <Card flush>
            <Row
              as="button"
              slim
              title={t`Bind another authenticator`}
              leads
              onClick={() => props.onChange('replace')}
            />
            <Row
              as="button"
              slim
              title={t`New recovery codes`}
              end={<Plural value={recoveryCodesLeft} one="# left" other="# left" />}
              leads
              onClick={() => props.onChange('renew-codes')}
            />
            <Row as="button" slim title={t`Remove authenticator`} leads onClick={() => props.onChange('unbind')} />
            <Row as={Link} to={paths.factorsLost} slim title={t`Lost all sign-in methods`} leads />
            <Row as={Link} to={`${paths.help}?answer=authenticator`} slim title={t`Help with this`} leads />
          </Card>
        </div>
      }
    >
      <p>
        <Trans>You enter a code from it before every transfer to others. Each code works once.</Trans>
      </p>
    </AlreadySet>
  );
}
