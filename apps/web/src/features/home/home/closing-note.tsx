import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { Alert } from '@tern/ui/notice';
import { formatDateTime } from '../../../shared/format-time.ts';

/** That a coin is closed or will be, from when on, and that whoever has some keeps it and can send it out. */
export function ClosingNote({ asset, closing }: { asset: AssetView; closing: BalanceView['closing'] }) {
  if (closing === undefined) return null;
  const { symbol } = asset;
  const from = formatDateTime(closing.from);
  return (
    <Alert kind="info">
      <Trans>
        From {from}, you can no longer swap {symbol} or top up with it here. Your balance stays yours, deposits are
        still credited, and you can send it out at any time.
      </Trans>
    </Alert>
  );
}
