import { Trans, useLingui } from '@lingui/react/macro';
import { SearchIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

/** For a wallet whose address the signer has disowned: what was sent there may be lost, so it is not shown even to recognise it. */
export function NoAddress() {
  const { t } = useLingui();
  return (
    <>
      <Alert kind="danger">
        <p>
          <Trans>
            The address of this wallet is no longer valid. Don’t send anything to it. Your money is safe, and you can
            still send it. To receive money,{' '}
            <Link className="link" to={paths.wallets}>
              add another wallet
            </Link>
            .
          </Trans>
        </p>
      </Alert>
      <Row as={Link} to={paths.depositSearch} slim start={<SearchIcon />} title={t`My deposit is missing`} leads />
    </>
  );
}
