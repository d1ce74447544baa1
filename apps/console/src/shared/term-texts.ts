import { useLingui } from '@lingui/react/macro';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import { termDecimals, termNames, termRules, type TermName } from '@tern/contracts/terms';
import { parseAmount } from '@tern/money/parse-amount';
import { formatMoney } from './format.ts';
import { formatTime } from './format-time.ts';
import { useOperator } from './operator.ts';

/** What each fee and limit is called, and how its value is said. */
export function useTermTexts() {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const symbolOf = (id: string): string => assets.find((asset) => asset.id === id)?.symbol ?? id;
  const [usdt, trx, reward] = [symbolOf('usdt'), symbolOf('trx'), symbolOf('reward')];
  const names: Readonly<Record<TermName, string>> = {
    withdrawalMinUsdt: t`Smallest send of ${usdt}`,
    withdrawalMinTrx: t`Smallest send of ${trx}`,
    withdrawalMinReward: t`Smallest send of ${reward}`,
    withdrawalMax: t`Largest send`,
    withdrawalDailyMax: t`Most that one person sends in 24 hours`,
    withdrawalHouseDailyMax: t`Most that leaves for the chain in 24 hours without review`,
    reviewFrom: t`A send is reviewed from`,
    secondOperatorFrom: t`Requires two approvals from`,
    feeMarginPercent: t`Margin on the network’s cost`,
    feeMaxUsdt: t`Dearest fee for ${usdt}`,
    feeMaxTrx: t`Dearest fee for ${trx}`,
    feeMaxReward: t`Dearest fee for ${reward}`,
    swapFee: t`Fee of a swap`,
    swapSwapperShare: t`Part of that fee back to the swapper`,
    swapPoolShare: t`Part of that fee to the reward pool`,
    swapSpread: t`Spread at a calm price`,
    swapSpreadSize: t`Spread added for the whole inventory`,
    swapSpreadMax: t`Largest spread`,
    swapInventoryShare: t`Most of the inventory that one swap takes`,
    swapMin: t`Smallest swap`,
    swapMax: t`Largest swap`,
  };
  /** In whole coins or percent, with its unit. */
  const say = (name: TermName, wire: string): string => {
    const { unit } = termRules[name];
    if (unit === 'usdt' || unit === 'trx' || unit === 'reward') return formatMoney(wire, unit, assets);
    const whole = unit === 'percent' ? 100 : 10_000;
    return new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
      Number(wire) / whole,
    );
  };
  return {
    nameOf: (name: TermName): string => names[name],
    say,
    /** Everything that a proposal changes, as it was typed, and from when. */
    sayChange: ({ values, from }: Extract<ChangeContent, { kind: 'terms' }>): string => {
      const said = termNames.flatMap((name) => {
        const value = readTerm(name, values[name] ?? '');
        return value === undefined ? [] : [`${names[name]}: ${say(name, String(value))}`];
      });
      const list = new Intl.ListFormat(i18n.locale).format(said);
      return from === null ? list : t`${list}, from ${formatTime(from)}`;
    },
    unitOf: (name: TermName): string => {
      const { unit } = termRules[name];
      return unit === 'percent' || unit === 'basis-points' ? '%' : symbolOf(unit);
    },
  };
}

/** A value as typed, in whole coins or percent; undefined where it is none. */
export function readTerm(name: TermName, typed: string): bigint | undefined {
  const read = parseAmount(typed.trim(), termDecimals[termRules[name].unit]);
  return 'fault' in read ? undefined : read.units;
}
