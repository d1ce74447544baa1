import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { unitsFromWire } from '@tern/money/units';
import { Amount } from '@tern/ui/amount';
import { Facts, type Fact } from '@tern/ui/facts';
import { formatBalance } from '../../../shared/format-amount.ts';
import { arrivalText } from './arrival-text.ts';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import type { Terms } from './transfer-form.ts';

/** Fee, bounds and arrival, before anything is agreed to. */
export function CostFacts(props: { asset: AssetView; terms: Terms; arrival: DraftView['arrival'] | undefined }) {
  const { asset, terms } = props;
  const { option, fee } = terms;
  const facts: Fact[] = [
    {
      key: 'fee',
      term:
        fee === undefined || fee === 0n ? (
          <Trans>Fee</Trans>
        ) : terms.feeFrom === 'balance' ? (
          <Trans>Fee, from your balance</Trans>
        ) : (
          <Trans>Fee, from the amount</Trans>
        ),
      value:
        fee === undefined ? (
          <Trans>depends on the receiver</Trans>
        ) : fee === 0n ? (
          <Trans>none</Trans>
        ) : (
          <Amount text={exactAmountWithUnit(fee, asset)} />
        ),
    },
  ];
  if (!terms.isOwnMove && option.maximum !== '0') {
    const minimum = formatBalance(option.minimum, asset.decimals);
    const maximum = formatBalance(option.maximum, asset.decimals);
    facts.push({
      key: 'bounds',
      term: <Trans>Minimum – maximum</Trans>,
      value: (
        <bdi dir="ltr" className="transfer-bounds">
          <Amount text={minimum} /> – <Amount text={maximum} unit={asset.symbol} />
        </bdi>
      ),
    });
    if (unitsFromWire(option.dailyRemaining) < unitsFromWire(option.maximum)) {
      facts.push({
        key: 'daily',
        term: <Trans>You can still send today</Trans>,
        value: <Amount text={formatBalance(option.dailyRemaining, asset.decimals)} unit={asset.symbol} />,
      });
    }
  }
  if (props.arrival !== undefined) {
    facts.push({ key: 'arrives', term: <Trans>Arrives</Trans>, value: arrivalText(props.arrival) });
  }
  return <Facts tight facts={facts} />;
}
