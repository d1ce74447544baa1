import type { AssetView, InstallationView, RulesView } from '@tern/contracts/routes/installation';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatPartsPerMillion } from '../../../shared/format-share.ts';
import { formatList } from '../../../shared/format-list.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { formatUnit } from '../../../shared/format-unit.ts';
import { getAsset } from '../../../shared/get-asset.ts';

/** Every number that an answer names, as the person's language writes it. */
export type HelpFacts = ReturnType<typeof readHelpFacts>;

type Amounts = RulesView['sending']['minimums'];

const ppmPerBasisPoint = 100;

/** What is in force, in words. `bonus` is left out for people whom it is not offered to. */
export function readHelpFacts(
  installation: InstallationView,
  rules: RulesView,
  { isBonusOffered }: { readonly isBonusOffered: boolean },
) {
  const { activation, incentives, product } = installation;
  const { deposits, sending, locks, holds, days, swaps, pool } = rules;
  const amount = (assetId: AssetView['id'], wire: string) => exactAmountWithUnit(wire, getAsset(installation, assetId));
  const each = (amounts: Amounts) =>
    formatList(
      installation.assets.map(({ id }) => amount(id, amounts[id])),
      'unit',
    );
  return {
    name: product.name,
    token: product.token,
    coins: formatList(
      installation.assets.map(({ symbol }) => symbol),
      'conjunction',
    ),
    confirmations: String(deposits.confirmations),
    arrival: formatDuration(deposits.arrivalSeconds),
    minimums: each(sending.minimums),
    feeMaximums: each(sending.feeMaximums),
    maximum: amount('usdt', sending.maximum),
    daily: amount('usdt', sending.dailyMaximum),
    reviewFrom: amount('usdt', sending.reviewFrom),
    secondFrom: amount('usdt', sending.secondOperatorFrom),
    tries: String(locks.tries),
    firstLock: formatDuration(locks.firstSeconds),
    nextLock: formatDuration(locks.nextSeconds),
    hold: formatDuration(holds.afterChangeSeconds),
    objectionHold: formatDays(holds.afterObjectionSeconds / 86_400),
    resetDays: formatDays(days.factorReset),
    freezeDays: formatDays(days.freezeMax),
    closingDays: formatDays(days.closingWait),
    countryDays: formatDays(days.countryFixed),
    correction: incentives.correctionMinutes === 0 ? undefined : formatDuration(incentives.correctionMinutes * 60),
    minimum: amount(activation.minimumAssetId, activation.minimum),
    bonus: isBonusOffered ? amount(activation.bonusAssetId, activation.bonus) : undefined,
    swapFee: formatBasisPoints(swaps.fee),
    swapBack: formatBasisPoints(swaps.swapperShare),
    swapPool: formatBasisPoints(swaps.poolShare),
    quote: formatDuration(swaps.quoteSeconds),
    every: formatDuration(pool.everyHours * 3_600),
    share: formatBasisPoints(pool.shareBasisPoints),
  };
}

function formatDays(days: number): string {
  return formatUnit(days, 'day', { unitDisplay: 'long', places: 0 });
}

function formatBasisPoints(basisPoints: number): string {
  return formatPartsPerMillion(basisPoints * ppmPerBasisPoint);
}
