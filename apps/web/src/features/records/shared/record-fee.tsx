import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import { Amount } from '@tern/ui/amount';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { isVoid } from '../../../shared/inside/records/record-rules.ts';

/** What the transfer cost; that of one that came to nothing is back. */
export function RecordFee(props: { record: RecordView; asset: AssetView; hidden?: boolean }) {
  const { record, asset, hidden = false } = props;
  if (record.fee === '0') return <Trans>none</Trans>;
  if (isVoid(record)) return <Trans>Returned</Trans>;
  return <Amount text={exactAmount(record.fee, asset)} unit={asset.symbol} hidden={hidden} />;
}
