import type { AssetView } from '@tern/contracts/routes/installation';
import type { DraftView, TransferOptionView, VerdictView } from '@tern/contracts/routes/transfers';
import { parseAmount } from '@tern/money/parse-amount';
import { add, max, min, subtractOrZero, unitsFromWire, unitsToWire, zero, type Units } from '@tern/money/units';
import type { api } from '../../../shared/api.ts';
import type { Problem } from '../../../shared/problem.ts';

/** What a person has filled in. Nothing of it counts before the server has made a draft of it. */
export type TransferForm = {
  assetId: AssetView['id'];
  networkId: TransferOptionView['networks'][number] | undefined;
  to: string;
  /** The address as it was pasted, to notice when something else stands in its place later. */
  pasted: string | undefined;
  /** As typed, with the language's decimal mark; empty while `isMax`. */
  amount: string;
  /** The amount follows what can be sent at most. */
  isMax: boolean;
  feeFrom: FeeFrom;
  memo: string;
  /** The address that the person decided to keep although it looks like a known one. */
  keptAddress: string | undefined;
  /** The address whose warnings the person has read and accepted. */
  acceptedAddress: string | undefined;
};

/** `balance`: the fee comes on top of the amount. `amount`: it is taken from the amount. */
export type FeeFrom = 'balance' | 'amount';
export type AddressReport = Awaited<ReturnType<typeof api.transfers.checkAddress>>;

/** What is known about the receiver, as far as the amount depends on it. */
export type Terms = {
  option: TransferOptionView;
  decimals: number;
  feeFrom: FeeFrom;
  /** Undefined while it is not known. */
  fee: Units | undefined;
  /** Between one's own wallets no limits apply. */
  isOwnMove: boolean;
  /** What the person's level lets leave to the chain now, and when more; undefined where it limits nothing. */
  level: { remaining: Units; moreAt: string | null } | undefined;
};

/** The amount a person wrote or the most there is, and what is wrong with it. */
export type AmountReading = { units: Units; problem: Problem | undefined } | { units: undefined; problem: Problem };

/** The most that can be entered: what is available, less a fee that comes on top, within the limits. */
export function findMaximum({ option, feeFrom, fee = zero, isOwnMove, level }: Terms): Units {
  const available = unitsFromWire(option.available);
  const within = feeFrom === 'balance' ? subtractOrZero(available, fee) : available;
  if (isOwnMove) return within;
  const forEverybody = min(unitsFromWire(option.maximum), unitsFromWire(option.dailyRemaining));
  const limit = level === undefined ? forEverybody : min(forEverybody, level.remaining);
  return min(within, feeFrom === 'balance' ? limit : add(limit, fee));
}

/** What the receiver gets and what leaves the balance. */
export function splitAmount(entered: Units, { feeFrom, fee = zero }: Pick<Terms, 'feeFrom' | 'fee'>) {
  return feeFrom === 'balance'
    ? { receives: entered, leaves: add(entered, fee) }
    : { receives: subtractOrZero(entered, fee), leaves: max(entered, fee) };
}

/** Reads a plain decimal, or the most there is for `max`, and finds what the server would refuse. It decides in the end. */
export function readAmount(plain: string | 'max', terms: Terms): AmountReading {
  const { decimals } = terms;
  const parsed = plain === 'max' ? { units: findMaximum(terms) } : parseAmount(plain, decimals);
  if ('fault' in parsed) {
    return parsed.fault === 'empty'
      ? { units: undefined, problem: { code: 'AMOUNT_REQUIRED', data: undefined } }
      : { units: undefined, problem: { code: 'AMOUNT_INVALID', data: { fault: parsed.fault } } };
  }
  return { units: parsed.units, problem: findAmountProblem(parsed.units, terms) };
}

function findAmountProblem(entered: Units, terms: Terms): Problem | undefined {
  const { option, isOwnMove, feeFrom, fee = zero, level } = terms;
  const { assetId } = option;
  const { receives, leaves } = splitAmount(entered, terms);
  const available = unitsFromWire(option.available);
  // Without a price no limit can be worked out, so nothing can be sent.
  if (option.maximum === '0') return { code: 'ASSET_NOT_SENDABLE', data: undefined };
  if (available === zero) return { code: 'INSUFFICIENT_BALANCE', data: { assetId, available: option.available } };
  if (entered === zero) return { code: 'AMOUNT_INVALID', data: { fault: 'zero' } };
  if (!isOwnMove) {
    const extra = feeFrom === 'amount' ? fee : zero;
    const bound = (limit: string) => ({ assetId, limit: unitsToWire(add(unitsFromWire(limit), extra)) });
    if (receives < unitsFromWire(option.minimum)) return { code: 'AMOUNT_BELOW_MINIMUM', data: bound(option.minimum) };
    if (receives > unitsFromWire(option.maximum)) return { code: 'AMOUNT_ABOVE_MAXIMUM', data: bound(option.maximum) };
    if (receives > unitsFromWire(option.dailyRemaining)) {
      return { code: 'DAILY_LIMIT_REACHED', data: { assetId, limit: option.dailyRemaining } };
    }
    if (level !== undefined && receives > level.remaining) {
      const { remaining, moreAt } = level;
      return { code: 'LEVEL_LIMIT_REACHED', data: { assetId, limit: unitsToWire(remaining), moreAt } };
    }
  }
  return leaves > available
    ? { code: 'INSUFFICIENT_BALANCE', data: { assetId, available: option.available } }
    : undefined;
}

/** When the receiver will have the money, before the server's draft says so. */
export function expectArrival(
  receives: Units,
  { option, isOwnMove }: Terms,
  settlement: AddressReport['settlement'],
): DraftView['arrival'] {
  if (!isOwnMove && receives >= unitsFromWire(option.reviewFrom)) return 'after-review';
  return settlement === 'internal' ? 'at-once' : 'about-a-minute';
}

export function isOwnMove(report: AddressReport | undefined): boolean {
  return report !== undefined && has(report, 'other-own-wallet');
}

function has(report: AddressReport, code: VerdictView['code']): boolean {
  return report.verdicts.some((verdict) => verdict.code === code);
}

/** Warnings a tick is asked for: they name what can cost the money. A first receiver alone is told, not asked. */
const ticked: readonly VerdictView['code'][] = ['contract', 'never-used-on-chain'];

/** What the person still has to do about the address before the way on opens. */
export type AddressStep = 'choose' | 'tick';

export function findAddressStep(
  report: AddressReport,
  form: Pick<TransferForm, 'keptAddress' | 'acceptedAddress'>,
): AddressStep | undefined {
  if (has(report, 'looks-like-known') && form.keptAddress !== report.address) return 'choose';
  const asksTick = report.verdicts.some(({ code, severity }) => severity === 'warning' && ticked.includes(code));
  return asksTick && form.acceptedAddress !== report.address ? 'tick' : undefined;
}

export function asksForTick(report: AddressReport): boolean {
  return findAddressStep(report, { keptAddress: report.address, acceptedAddress: undefined }) === 'tick';
}

/** The verdict that stops a transfer to this address for good. */
export function findRefusal(report: AddressReport): VerdictView | undefined {
  return report.verdicts.find(({ severity }) => severity === 'refusal');
}

/** What the person's own rules about addresses have against this one. */
export function findOwnRule({ ownRule }: AddressReport): Problem | undefined {
  if (ownRule === null) return undefined;
  const { code, until } = ownRule;
  return code === 'ADDRESS_NOT_LISTED' ? { code, data: undefined } : { code, data: { until } };
}

/** Warnings that stood on the screen when the person went on. */
export function acknowledgedWarnings(report: AddressReport): VerdictView['code'][] {
  return report.verdicts.filter(({ severity }) => severity === 'warning').map(({ code }) => code);
}

/** The address the receiver's should be: what was pasted, or else what stood in the field. */
export function expectedAddress(form: Pick<TransferForm, 'pasted' | 'to'>): string {
  return form.pasted ?? form.to;
}

/** The asset a link names, or else the first one there is something of, or else the first. */
export function chooseAsset(options: readonly TransferOptionView[], wanted: AssetView['id'] | undefined) {
  return (
    options.find(({ assetId }) => assetId === wanted) ??
    options.find(({ available }) => available !== '0') ??
    options[0]
  );
}

/** The only network of an asset needs no choosing. */
export function preselectNetwork(option: TransferOptionView): TransferForm['networkId'] {
  return option.networks.length === 1 ? option.networks[0] : undefined;
}
