import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectionView } from '@tern/contracts/routes/wallet-connections';
import { Button } from '@tern/ui/button';
import { Facts } from '@tern/ui/facts';
import { Sheet } from '@tern/ui/sheet';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { listWalletFacts } from '../shared/list-wallet-facts.tsx';
import { readSitesAgain } from '../shared/read-sites-again.ts';
import { MayAsk } from '../shared/may-ask.tsx';
import { SiteHead } from '../shared/site-head.tsx';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { useWallet } from '../shared/use-wallet.ts';

/** One connected site, with all that is known of the connection, and its end. */
export function SiteSheet(props: { connection: ConnectionView | undefined; onClose: () => void }) {
  const { t } = useLingui();
  const { connection, onClose } = props;
  return (
    <Sheet open={connection !== undefined} title={t`Connected site`} onClose={onClose}>
      {connection === undefined ? null : <Site key={connection.id} connection={connection} onClose={onClose} />}
    </Sheet>
  );
}

function Site({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const { t } = useLingui();
  const { id, site } = connection;
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: () => api.walletConnections.endConnection({ id }),
    onSuccess: () => {
      showToast(t`Disconnected`);
      onClose();
    },
    onSettled: () => readSitesAgain(queries),
  });
  return (
    <>
      {site === null ? null : <SiteHead site={site} />}
      <Terms connection={connection} />
      <SiteRefusal error={ending.error} />
      <Button kind="danger" block busy={ending.isPending} onClick={() => ending.mutate()}>
        <Trans>Disconnect</Trans>
      </Button>
    </>
  );
}

function Terms({
  connection: { walletId, methods, createdAt, lastUsedAt, expiresAt },
}: {
  connection: ConnectionView;
}) {
  const { t } = useLingui();
  const wallet = useWallet(walletId);
  const used = lastUsedAt === null ? t`not used yet` : formatDateTime(lastUsedAt);
  return (
    <Facts
      facts={[
        { key: 'since', term: <Trans>Connected since</Trans>, value: formatDateTime(createdAt) },
        { key: 'used', term: <Trans>Last used</Trans>, value: used },
        { key: 'until', term: <Trans>Ends automatically</Trans>, value: formatDateTime(expiresAt) },
        ...listWalletFacts(wallet, <Trans>Address it sees</Trans>),
        { key: 'asks', term: <Trans>It can ask</Trans>, value: <MayAsk methods={methods} /> },
      ]}
    />
  );
}
