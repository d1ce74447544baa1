import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { rulesQuery } from '../../../shared/inside/rules-query.ts';

/** Before money arrives: what levels of identity checks let leave to the chain. Nothing where there are no levels. */
export function LevelLimits({ installation }: { installation: InstallationView }) {
  const { data } = useQuery(rulesQuery);
  const sending = data?.sending;
  if (sending === undefined || sending.levels.levels.length === 0) return null;
  const usdt = getAsset(installation, 'usdt');
  const levels = sending.levels.levels
    .map((limit) => exactAmountWithUnit(limit ?? sending.dailyMaximum, usdt))
    .join(' · ');
  return (
    <p className="caption">
      <Trans>
        The level of your identity check also limits what you send to Tron in a day, from the lowest level up: {levels}.
        What you have when a limit is set is not limited by it.
      </Trans>
    </p>
  );
}
