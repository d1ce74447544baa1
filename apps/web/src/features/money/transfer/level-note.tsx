import { Trans } from '@lingui/react/macro';
import type { OwnLevelView } from '@tern/contracts/levels';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { TransferOptionView } from '@tern/contracts/routes/transfers';
import { min, unitsFromWire, unitsToWire } from '@tern/money/units';
import { Amount } from '@tern/ui/amount';
import { Facts, type Fact } from '@tern/ui/facts';
import { Link } from 'react-router';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatBalance } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { paths } from '../../../shared/paths.ts';

/** What the level of the person's identity check allows, until when, what is free of it, and how to object. */
export function LevelNote(props: {
  level: OwnLevelView | null;
  option: TransferOptionView;
  installation: InstallationView;
}) {
  const { level, option, installation } = props;
  if (level === null) return null;
  const usdt = getAsset(installation, 'usdt');
  const asset = getAsset(installation, option.assetId);
  const limit = (daily: string | null) =>
    daily === null ? <Trans>Limit for everybody</Trans> : <Amount text={exactAmountWithUnit(daily, usdt)} />;
  const facts: Fact[] = [
    { key: 'level', term: <Trans>Level of your identity check</Trans>, value: level.level },
    { key: 'daily', term: <Trans>To Tron in 24 hours</Trans>, value: limit(level.daily) },
  ];
  if (option.levelRemaining !== null) {
    // The limit for everybody goes on to count.
    const now = min(unitsFromWire(option.levelRemaining), unitsFromWire(option.dailyRemaining));
    const left = formatBalance(unitsToWire(now), asset.decimals);
    facts.push({ key: 'left', term: <Trans>To Tron now</Trans>, value: <Amount text={left} unit={asset.symbol} /> });
  }
  if (level.moreAt !== null && level.daily !== null)
    facts.push({ key: 'more', term: <Trans>More from</Trans>, value: formatDateTime(level.moreAt) });
  if (level.until !== null)
    facts.push({ key: 'until', term: <Trans>Level ends</Trans>, value: formatDateTime(level.until) });
  if (level.next !== null) {
    const at = formatDateTime(level.next.at);
    facts.push({ key: 'next', term: <Trans>From {at}</Trans>, value: limit(level.next.daily) });
  }
  return (
    <section className="stack gap-2">
      <Facts tight facts={facts} />
      <p className="caption ink-2">
        <Trans>
          This limit is only for transfers to Tron, and only for money that came after it took effect. What you had
          before is not limited by it.
        </Trans>{' '}
        <Link className="link" to={paths.complaints}>
          <Trans>File a complaint</Trans>
        </Link>
      </p>
    </section>
  );
}
