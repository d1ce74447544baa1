import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ErrorState } from '@tern/ui/error-state';
import { IconButton } from '@tern/ui/icon-button';
import { ScanLineIcon } from '@tern/ui/inside-icons';
import { AppBar, Page } from '@tern/ui/page';
import { Skeleton, SkeletonRows, SkeletonShape } from '@tern/ui/skeleton';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { oneOf, useSearch, uuid } from '../../../shared/search-params.ts';
import { receiveQuery, walletsQuery } from '../../../shared/wallet-queries.ts';
import { ReceiveBody } from './receive-body.tsx';
import './receive-page.css';

const searchShape = { coin: oneOf(['usdt', 'trx', 'reward'], undefined), wallet: uuid };

/** Where to send money to, what is credited, and what is arriving just now. */
function ReceivePage() {
  const { t } = useLingui();
  const { coin, wallet: chosen } = useSearch(searchShape);
  const { data: account } = useSuspenseQuery(accountQuery);
  const walletId = chosen ?? account.defaultWalletId;
  const terms = useQuery(receiveQuery(walletId));
  const wallets = useQuery(walletsQuery);
  const wallet = wallets.data?.wallets.find(({ id }) => id === walletId);
  const failed = (terms.isError && !terms.data) || (wallets.isError && !wallets.data);
  return (
    <Page
      bar={
        <AppBar
          title={t`Receive`}
          back={<BackButton fallback={paths.home} />}
          action={
            <IconButton as={Link} to={paths.scan} label={t`Scan`}>
              <ScanLineIcon />
            </IconButton>
          }
        />
      }
    >
      {terms.data !== undefined && wallet !== undefined ? (
        <ReceiveBody
          key={wallet.id}
          wallet={wallet}
          terms={terms.data}
          age={<OutdatedNote query={terms} />}
          account={account}
          coin={coin}
        />
      ) : failed ? (
        <ErrorState
          note={<Trans>Couldn’t load your address. Your money is safe.</Trans>}
          retrying={terms.isFetching || wallets.isFetching}
          onRetry={() => void Promise.all([terms.refetch(), wallets.refetch()])}
        />
      ) : (
        <ReceiveShape />
      )}
    </Page>
  );
}

function ReceiveShape() {
  return (
    <>
      <Skeleton>
        <div className="card receive-card">
          <SkeletonShape width="9rem" height="28px" />
          <SkeletonShape width="232px" height="232px" />
          <SkeletonShape width="11rem" height="2.75rem" />
        </div>
      </Skeleton>
      <SkeletonRows count={3} />
    </>
  );
}

export { ReceivePage as Component };
