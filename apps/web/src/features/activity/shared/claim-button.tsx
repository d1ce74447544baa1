import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Button } from '@tern/ui/button';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';

/** Asks for the reward of an entry that was approved. */
export function ClaimButton(props: { reward: string; token: AssetView; onClaim: () => void }) {
  const amount = exactAmountWithUnit(props.reward, props.token);
  return (
    <Button block needsConnection onClick={props.onClaim}>
      <span>
        <Trans>
          Claim <bdi dir="ltr">{amount}</bdi>
        </Trans>
      </span>
    </Button>
  );
}
