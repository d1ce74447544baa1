import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { unitsFromWire } from '@tern/money/units';
import { Amount } from '@tern/ui/amount';
import { formatBalance } from '../../../shared/format-amount.ts';

/** What of a balance can be used now, and what the rest waits for. */
export function AvailableNote({
  asset,
  balance: { available, held, heldForCheck },
  hidden,
}: {
  asset: AssetView;
  balance: BalanceView;
  hidden: boolean;
}) {
  const amount = (units: string) => (
    <Amount text={formatBalance(units, asset.decimals)} unit={asset.symbol} hidden={hidden} />
  );
  const outgoing = unitsFromWire(held) - unitsFromWire(heldForCheck);
  return (
    <>
      {outgoing === 0n ? (
        <Trans>
          Available <Amount text={formatBalance(available, asset.decimals)} unit={asset.symbol} hidden={hidden} />
        </Trans>
      ) : (
        <Trans>
          {amount(available)} available, {amount(String(outgoing))} outgoing
        </Trans>
      )}
      {heldForCheck === '0' ? null : (
        <>
          {' · '}
          <Trans>{amount(heldForCheck)} held for a security check</Trans>
        </>
      )}
    </>
  );
}
