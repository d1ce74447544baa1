import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedWallet } from '@tern/contracts/routes/wallets';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { ErrorState } from '@tern/ui/error-state';
import { Loaded } from '@tern/ui/loaded';
import { Row } from '@tern/ui/row';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../shared/api.ts';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { WalletAddress } from '../../../shared/inside/wallet-address.tsx';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { readSitesAgain } from '../shared/read-sites-again.ts';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { cameFrom } from './came-from.ts';
import { ConnectFrame } from './connect-frame.tsx';

/** Takes up the link for the only wallet, or for the one the person chooses. */
export function OpenLink({ link }: { link: string }) {
  const shape = usePageShape();
  const wallets = useQuery(walletsQuery);
  const opening = useOpening(link);
  return (
    <ConnectFrame>
      {opening.error === null ? (
        <Loaded query={wallets} loading={shape} failed={<Trans>Couldn’t load your wallets.</Trans>}>
          {({ wallets: all }) => {
            const usable = listUsable(all);
            return usable.length > 1 && opening.isIdle ? (
              <WalletChoice wallets={usable} onChoose={(id) => opening.mutate(id)} />
            ) : (
              <Opening walletId={usable[0]?.id} isIdle={opening.isIdle} onStart={opening.mutate} />
            );
          }}
        </Loaded>
      ) : (
        <NotOpened opening={opening} />
      )}
    </ConnectFrame>
  );
}

/** Those with an address, which a site would see; where there are none, all: the server says that none can be connected. */
function listUsable(all: readonly ListedWallet[]): readonly ListedWallet[] {
  const usable = all.filter(({ address }) => address !== null);
  return usable.length === 0 ? all : usable;
}

function useOpening(link: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (walletId: string) => api.walletConnections.openConnection({ link, walletId }),
    onSuccess: async ({ id }) => {
      void readSitesAgain(queries);
      // The link is a key to what is said with the site: it does not stay in the address and the history.
      const state = { cameFrom: cameFrom(link) };
      await navigate(`${paths.connect}?${new URLSearchParams({ id })}`, { replace: true, state });
    },
  });
}

/** The same link may be taken up again where nobody has answered; any other refusal of it is final. */
function NotOpened({ opening }: { opening: ReturnType<typeof useOpening> }) {
  const { error, variables } = opening;
  if (variables !== undefined && readProblem(error).code === 'NETWORK') {
    return (
      <ErrorState note={<Trans>Couldn’t load this connection.</Trans>} onRetry={() => opening.mutate(variables)} />
    );
  }
  return (
    <>
      <SiteRefusal error={error} />
      <Button as={Link} to={paths.connectedSites} kind="quiet" block replace>
        <Trans>Connected sites</Trans>
      </Button>
    </>
  );
}

/** There is nothing to choose: the link is taken up at once, and once. */
function Opening(props: { walletId: string | undefined; isIdle: boolean; onStart: (walletId: string) => void }) {
  const { walletId, isIdle, onStart } = props;
  const shape = usePageShape();
  const isStarted = useRef(false);
  useEffect(() => {
    if (!isIdle || isStarted.current || walletId === undefined) return;
    isStarted.current = true;
    onStart(walletId);
  }, [isIdle, walletId, onStart]);
  return shape;
}

function WalletChoice(props: { wallets: readonly ListedWallet[]; onChoose: (walletId: string) => void }) {
  return (
    <div className="stack gap-3">
      <h2 className="title-2">
        <Trans>Which wallet?</Trans>
      </h2>
      <p className="ink-2">
        <Trans>The site will see only this wallet’s address, and its requests will be for this wallet only.</Trans>
      </p>
      <Card flush>
        <ul>
          {props.wallets.map(({ id, name, address }) => (
            <li key={id}>
              <Row
                as="button"
                title={<bdi>{name}</bdi>}
                note={<WalletAddress address={address} />}
                leads
                onClick={() => props.onChoose(id)}
              />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
