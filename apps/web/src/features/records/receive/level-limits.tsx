import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { rulesQuery } from '../../../shared/inside/rules-query.ts';

/** Before money arrives: what levels of identity checks let leave to the chain, now and later. Nothing without levels. */
export function LevelLimits({ installation }: { installation: InstallationView }) {
  const { t } = useLingui();
  const sending = useQuery(rulesQuery).data?.sending;
  if (sending === undefined) return null;
  const { levels, later } = sending.levels;
  if (levels.length === 0 && later.length === 0) return null;
  const usdt = getAsset(installation, 'usdt');
  const list = (limits: readonly (string | null)[]) =>
    limits.length === 0
      ? t`Limit for everybody`
      : limits.map((limit) => exactAmountWithUnit(limit ?? sending.dailyMaximum, usdt)).join(' · ');
  const now = list(levels);
  return (
    <p className="caption">
      <Trans>
        The level of your identity check also limits what you send to Tron in a day, from the lowest level up: {now}.
      </Trans>{' '}
      {later.map(({ at, levels: then }) => (
        <Later key={at} at={formatDateTime(at)} limits={list(then)} />
      ))}
      <Trans>What you have when a limit takes effect is not limited by it.</Trans>
    </p>
  );
}

function Later({ at, limits }: { at: string; limits: string }) {
  return (
    <>
      <Trans>
        From {at}: {limits}.
      </Trans>{' '}
    </>
  );
}
