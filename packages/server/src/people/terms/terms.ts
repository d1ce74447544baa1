import type { TermName } from '@tern/contracts/terms';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';

/** Every fee and limit: base units, percent or basis points, as `termRules` says. */
export type TermValues = Readonly<Record<TermName, bigint>>;

/** What a send costs and may be. Amounts in USDT are base units; "equivalent" means valued at the draft's price. */
export type SendingTerms = {
  /** Smallest send of each asset. */
  readonly minimums: Readonly<Record<AssetId, Units>>;
  /** Highest fee of each asset. */
  readonly feeMaximums: Readonly<Record<AssetId, Units>>;
  /** Largest single send, in USDT-equivalent. */
  readonly maximumUsdt: Units;
  /** Most one person sends in any 24 hours, in USDT-equivalent. */
  readonly dailyMaximumUsdt: Units;
  /** Most that all people together send to the chain in any 24 hours without an operator, in USDT-equivalent. */
  readonly houseDailyMaximumUsdt: Units;
  /** From here a person reviews; from the second, two do. In USDT-equivalent. */
  readonly reviewFromUsdt: Units;
  readonly secondOperatorFromUsdt: Units;
  /** Added to the estimated network cost. */
  readonly feeMarginPercent: number;
};

/** The terms of every pair, the same in both directions. Shares are basis points, spreads parts per million. */
export type SwapTerms = {
  /** Of the amount given, in the asset given; at least one unit. */
  readonly feeBasisPoints: bigint;
  /** Of the fee, back to the swapper and to the pool. Together at most the whole fee. */
  readonly swapperShareBasisPoints: bigint;
  readonly poolShareBasisPoints: bigint;
  /** What the house keeps on every swap at a calm price. */
  readonly baseSpreadPpm: bigint;
  /** Added for a swap as large as the whole inventory; smaller ones add their share of it. */
  readonly sizeSpreadPpm: bigint;
  /** No price moves so much that a swap costs more than this. */
  readonly spreadMaxPpm: bigint;
  /** The most one swap takes of what the house has of an asset. */
  readonly inventoryShareBasisPoints: bigint;
  /** Smallest and largest swap, in USDT-equivalent. */
  readonly minimumUsdt: Units;
  readonly maximumUsdt: Units;
};

/** One version of the fees and limits, the same for everybody. */
export type Terms = { readonly version: number; readonly sending: SendingTerms; readonly swaps: SwapTerms };

/** Terms count spreads in basis points; swaps are finer inside. */
const ppmPerBasisPoint = 100n;

/** A version as the slices that charge and limit read it. Pure. */
export function readTerms(version: number, values: TermValues): Terms {
  return {
    version,
    sending: {
      minimums: {
        usdt: units(values.withdrawalMinUsdt),
        trx: units(values.withdrawalMinTrx),
        reward: units(values.withdrawalMinReward),
      },
      feeMaximums: {
        usdt: units(values.feeMaxUsdt),
        trx: units(values.feeMaxTrx),
        reward: units(values.feeMaxReward),
      },
      maximumUsdt: units(values.withdrawalMax),
      dailyMaximumUsdt: units(values.withdrawalDailyMax),
      houseDailyMaximumUsdt: units(values.withdrawalHouseDailyMax),
      reviewFromUsdt: units(values.reviewFrom),
      secondOperatorFromUsdt: units(values.secondOperatorFrom),
      feeMarginPercent: Number(values.feeMarginPercent),
    },
    swaps: {
      feeBasisPoints: values.swapFee,
      swapperShareBasisPoints: values.swapSwapperShare,
      poolShareBasisPoints: values.swapPoolShare,
      baseSpreadPpm: values.swapSpread * ppmPerBasisPoint,
      sizeSpreadPpm: values.swapSpreadSize * ppmPerBasisPoint,
      spreadMaxPpm: values.swapSpreadMax * ppmPerBasisPoint,
      inventoryShareBasisPoints: values.swapInventoryShare,
      minimumUsdt: units(values.swapMin),
      maximumUsdt: units(values.swapMax),
    },
  };
}
