import { useLingui } from '@lingui/react/macro';
import type { ScreeningRuleContent } from '@tern/contracts/routes/console-changes';
import { usdtDecimals } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import { unitsToWire } from '@tern/money/units';
import { formatMoney } from './format.ts';
import { useOperator } from './operator.ts';

/** Words for a rule about the screening service: its parts, and how a proposal changes them. */
export function useSayRule() {
  const { t } = useLingui();
  const { assets } = useOperator();
  const sayAsked = (isAsked: boolean): string => (isAsked ? t`asked about` : t`not asked about`);
  /** `wire` in base units of USDT. */
  const sayClosedFrom = (wire: string): string => (wire === '0' ? t`any amount` : formatMoney(wire, 'usdt', assets));
  const sayTyped = (typed: string): string => {
    const read = parseAmount(typed, usdtDecimals);
    return 'fault' in read ? typed : sayClosedFrom(unitsToWire(read.units));
  };
  const turn = (from: string, to: string): string => (from === to ? to : `${from} → ${to}`);
  return {
    sayAsked,
    sayClosedFrom,
    /** Each part that changes as it is and as it will be. */
    sayRuleChange: ({ from, to }: ScreeningRuleContent): string => {
      const sends = turn(sayAsked(from.sends), sayAsked(to.sends));
      const deposits = turn(sayAsked(from.deposits), sayAsked(to.deposits));
      const closedFrom = turn(sayTyped(from.closedFrom), sayTyped(to.closedFrom));
      return t`Screening service. Withdrawals: ${sends}. Deposits: ${deposits}. Held without an answer from: ${closedFrom}`;
    },
  };
}
