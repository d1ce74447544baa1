import { Trans } from '@lingui/react/macro';
import type { ConnectionView } from '@tern/contracts/routes/wallet-connections';

/** What a site may ask for. */
export function MayAsk({ methods }: Pick<ConnectionView, 'methods'>) {
  const signs = methods.includes('tron_signMessage');
  const pays = methods.includes('tron_signTransaction');
  if (signs && pays) return <Trans>For a signed text or a payment. You decide each time.</Trans>;
  if (signs) return <Trans>For a signed text. You decide each time.</Trans>;
  if (pays) return <Trans>For a payment. You decide each time.</Trans>;
  return <Trans>Nothing</Trans>;
}
