import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';

/** Says what a wallet-connection link is and why nothing comes of it here. */
export function WalletConnectSheet(props: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Wallet-connection link`}>
      <div className="stack gap-4">
        <p>
          <Trans>
            With such a link, a site asks to connect to a wallet and to have it sign requests. This wallet doesn’t sign
            for other sites, so nothing was connected and nothing was sent.
          </Trans>
        </p>
        <p>
          <Trans>To pay such a site, ask it for a Tron address or a payment code and scan that.</Trans>
        </p>
        <Button block onClick={props.onClose}>
          <Trans>Scan another code</Trans>
        </Button>
      </div>
    </Sheet>
  );
}
