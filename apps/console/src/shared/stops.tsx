import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SendStopView } from '@tern/contracts/routes/console-reviews';
import { formatMoney } from './format.ts';
import { formatTime } from './format-time.ts';
import { useOperator } from './operator.ts';
import { stopReason } from './reason-names.ts';

const stopNames: Readonly<Record<SendStopView['kind'], MessageDescriptor>> = {
  'account-closed': msg`Account closed`,
  'account-frozen': msg`Account on hold`,
  'security-hold': msg`New addresses on hold`,
  'flow-stopped': msg`All transfers stopped`,
  'asset-paused': msg`Payments of this coin paused`,
  'account-closing': msg`Account about to be closed`,
  'asset-closing': msg`Coin closed or closing`,
  'limit-largest-transfer': msg`Beyond the largest transfer`,
  'limit-person-day': msg`Person’s daily limit used up`,
  'limit-daily-outflow': msg`Beyond the daily total of all people`,
  'limit-signer': msg`Beyond what the signer signs alone`,
};

/** What holds up a person's money, each with its reason, who set it, and its end. */
export function Stops({ stops }: { readonly stops: readonly SendStopView[] }) {
  const { t } = useLingui();
  const tell = useStopText();
  if (stops.length === 0) return <>{t`none`}</>;
  return (
    <>
      {stops.map((stop) => (
        <span key={stop.kind} className={stop.forbidsApproval ? 'stop danger' : 'stop'}>
          {tell(stop)}{' '}
        </span>
      ))}
    </>
  );
}

/** One hold in words. */
export function useStopText(): (stop: SendStopView) => string {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  return ({ kind, reason: kept, since: from, until: to, by, amounts }) => {
    const name = i18n._(stopNames[kind]);
    if (kind === 'account-closed') return name;
    if (amounts !== null) {
      const [used, limit] = [amounts.used, amounts.limit].map((each) => formatMoney(each, amounts.assetId, assets));
      return t`${name}: ${used} of ${limit}`;
    }
    const known = kind === 'account-frozen' || kind === 'security-hold' ? stopReason(kind, kept) : undefined;
    const reason = known === undefined ? kept : i18n._(known);
    if (to === null) return t`${name}: ${reason}`;
    const until = formatTime(to);
    if (from === null || by === null) return t`${name}: ${reason}, until ${until}`;
    const since = formatTime(from);
    return t`${name}: ${reason}, by ${by}, since ${since}, until ${until}`;
  };
}
