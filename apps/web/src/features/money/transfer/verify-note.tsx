import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { ShortAddress } from '@tern/ui/address';
import { Amount } from '@tern/ui/amount';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';

/** What the factors are given for, in one line. */
export function VerifyNote(props: { draft: DraftView; asset: AssetView }) {
  const { draft, asset } = props;
  const amount = <Amount text={exactAmountWithUnit(draft.amount, asset)} />;
  const to = draft.sentTo === null ? <ShortAddress address={draft.to} /> : <bdi>{draft.sentTo.name}</bdi>;
  if (draft.fee === '0') {
    return (
      <Trans>
        {amount} to {to}, without a fee
      </Trans>
    );
  }
  const fee = <Amount text={exactAmountWithUnit(draft.fee, asset)} />;
  return (
    <Trans>
      {amount} to {to}, fee {fee}
    </Trans>
  );
}
