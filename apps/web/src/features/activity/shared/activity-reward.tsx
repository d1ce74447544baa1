import type { AssetView } from '@tern/contracts/routes/installation';
import { exactAmount } from '../../../shared/exact-amount.ts';

/** What an activity gives, beside its title. */
export function ActivityReward({ reward, token }: { reward: string; token: AssetView }) {
  return (
    <p className="activity-reward">
      <bdi className="title-2">{exactAmount(reward, token)}</bdi>
      <span className="caption">{token.symbol}</span>
    </p>
  );
}
