import { Trans } from '@lingui/react/macro';
import { ShortAddress } from '@tern/ui/address';

/** The short form of a wallet's address, or that there is none anybody may send to. */
export function WalletAddress({ address }: { address: string | null }) {
  return address === null ? <Trans>Address no longer valid</Trans> : <ShortAddress address={address} />;
}
