import type { AssetView } from '@tern/contracts/routes/installation';
import type { QuoteView, SwapDirectionView } from '@tern/contracts/routes/swaps';
import { parseAmount } from '@tern/money/parse-amount';
import { unitsFromWire, zero, type Units } from '@tern/money/units';
import type { Problem } from '../../../shared/problem.ts';

type AssetId = AssetView['id'];

export type SwapForm = {
  readonly assetOut: AssetId;
  readonly assetIn: AssetId;
  /** As typed. */
  readonly amount: string;
  /** Everything that can be given, whatever that is when it is asked. */
  readonly isMax: boolean;
};

/** The direction between two tokens; undefined where they are not swapped into one another. */
export function findDirection(
  directions: readonly SwapDirectionView[],
  { assetOut, assetIn }: Pick<SwapForm, 'assetOut' | 'assetIn'>,
): SwapDirectionView | undefined {
  return directions.find((each) => each.assetOut === assetOut && each.assetIn === assetIn);
}

/** Tokens that can be given, each once, in the order of the pairs. */
export function listGiven(directions: readonly SwapDirectionView[]): readonly AssetId[] {
  return [...new Set(directions.map(({ assetOut }) => assetOut))];
}

/** Tokens that the given one can become. */
export function listTaken(directions: readonly SwapDirectionView[], assetOut: AssetId): readonly AssetId[] {
  return directions.filter((each) => each.assetOut === assetOut).map(({ assetIn }) => assetIn);
}

/**
 * Both tokens to begin with: the given one as wanted or the reward token, the taken one as wanted or the first one it can
 * become. Undefined where nothing can be swapped at all.
 */
export function chooseTokens(
  directions: readonly SwapDirectionView[],
  wanted: { readonly assetOut: AssetId | undefined; readonly assetIn: AssetId | undefined },
): Pick<SwapForm, 'assetOut' | 'assetIn'> | undefined {
  const given = listGiven(directions);
  const assetOut =
    [wanted.assetOut, 'reward' as const].find((id) => id !== undefined && given.includes(id)) ?? given[0];
  if (assetOut === undefined) return undefined;
  const taken = listTaken(directions, assetOut);
  const assetIn = taken.find((id) => id === wanted.assetIn) ?? taken[0];
  return assetIn === undefined ? undefined : { assetOut, assetIn };
}

/** The form with another token on one side; the other side changes only where it has to. */
export function changeToken(
  form: SwapForm,
  { side, assetId }: { readonly side: 'given' | 'taken'; readonly assetId: AssetId },
  directions: readonly SwapDirectionView[],
): SwapForm {
  if (side === 'taken') return { ...form, assetIn: assetId };
  if (assetId === form.assetOut) return form;
  const kept = assetId === form.assetIn ? form.assetOut : form.assetIn;
  const tokens = chooseTokens(directions, { assetOut: assetId, assetIn: kept });
  return tokens === undefined ? form : { ...tokens, amount: '', isMax: false };
}

export type SwapTermsOfWallet = {
  readonly direction: SwapDirectionView;
  readonly decimals: number;
  /** Of the token given, in base units. */
  readonly available: string;
};

/** The most that can be given in one swap: what is there, and never more than the pair takes. */
export function findMost({ direction, available }: Omit<SwapTermsOfWallet, 'decimals'>): Units {
  const [there, taken] = [unitsFromWire(available), unitsFromWire(direction.maximum)];
  return there < taken ? there : taken;
}

/** Reads a plain decimal, or the most there is for `max`, and finds what the server would refuse. It decides in the end. */
export function readSwapAmount(
  plain: string | 'max',
  terms: SwapTermsOfWallet,
): { readonly units: Units | undefined; readonly problem: Problem | undefined } {
  const parsed = plain === 'max' ? { units: findMost(terms) } : parseAmount(plain, terms.decimals);
  if ('fault' in parsed) {
    return parsed.fault === 'empty'
      ? { units: undefined, problem: { code: 'AMOUNT_REQUIRED', data: undefined } }
      : { units: undefined, problem: { code: 'AMOUNT_INVALID', data: { fault: parsed.fault } } };
  }
  return { units: parsed.units, problem: findAmountProblem(parsed.units, terms) };
}

function findAmountProblem(given: Units, { direction, available }: SwapTermsOfWallet): Problem | undefined {
  const { assetOut: assetId, minimum, maximum } = direction;
  // The closed pair says so itself; its bounds say nothing.
  if (direction.closed !== null) return undefined;
  if (available === '0') return { code: 'INSUFFICIENT_BALANCE', data: { assetId, available } };
  if (given === zero) return { code: 'AMOUNT_INVALID', data: { fault: 'zero' } };
  if (given < unitsFromWire(minimum)) return { code: 'AMOUNT_BELOW_MINIMUM', data: { assetId, limit: minimum } };
  if (given > unitsFromWire(maximum)) return { code: 'AMOUNT_ABOVE_MAXIMUM', data: { assetId, limit: maximum } };
  return given > unitsFromWire(available) ? { code: 'INSUFFICIENT_BALANCE', data: { assetId, available } } : undefined;
}

/** Whether a newer quote gives the person less than the one they looked at: they have to look again. */
export function isWorse(quote: QuoteView, shown: QuoteView): boolean {
  const less = (one: string, other: string) => unitsFromWire(one) < unitsFromWire(other);
  return less(quote.amountIn, shown.amountIn) || less(quote.reward, shown.reward);
}
