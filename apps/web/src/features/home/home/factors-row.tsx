import { useLingui } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import { KeyRoundIcon, ShieldCheckIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

/** What is still to be set up before the first transfer; nothing once both factors are. */
export function FactorsRow(props: { account: AccountView }) {
  const { t } = useLingui();
  const { tradePassword, authenticator } = props.account.factors;
  if (!tradePassword) {
    const title = t`Set a trade password to send`;
    return <Row as={Link} to={paths.tradePassword} slim start={<KeyRoundIcon />} title={title} leads />;
  }
  if (!authenticator) {
    const title = t`Bind Google Authenticator to send`;
    return <Row as={Link} to={paths.authenticator} slim start={<ShieldCheckIcon />} title={title} leads />;
  }
  return null;
}
