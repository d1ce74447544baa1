import type { BonusRefusal } from '@tern/contracts/routes/promotions';
import { add, zero, type Units } from '@tern/money/units';
import { needsCountry, type IncentiveStanding } from '../incentives/public.ts';

/**
 * The bonus of one person. `paid`: in their wallet. `queued`: due, waits for the next day's budget, for whole reserves or for
 * the end of a hold on the account. `review`: the top-up
 * came from a source that activated several accounts, or incentives are closed where the person's phone number is from but
 * not where they say to live; an operator decides. `undeclared`: waits until the person has said where
 * they live, and can correct it no more. `refused`: decided against, or incentives are closed where they live. `ended`: the promotion had no funds
 * left. Only `queued`, `review` and `undeclared` ever change.
 */
export type BonusState = 'paid' | 'queued' | 'review' | 'undeclared' | 'refused' | 'ended';

/** Why nobody had to refuse it. */
export const automaticRefusals: Readonly<Record<'refused' | 'ended', BonusRefusal>> = {
  refused: 'country-closed',
  ended: 'promotion-ended',
};

export type BonusFacts = {
  readonly bonus: Units;
  /** What the promotion account holds. */
  readonly funds: Units;
  readonly paidToday: Units;
  readonly dailyBudget: Units;
  /** Reserves of the token are short on chain: no bonus of it is paid until they are whole. */
  readonly stopped: boolean;
  /** Operators hold the account: its bonus waits for the end. */
  readonly isOnHold: boolean;
  /** Accounts this source has activated, this one included; undefined for a source many strangers share. */
  readonly accountsOfSource: number | undefined;
  readonly accountsPerSource: number;
  readonly standing: IncentiveStanding;
  /** Whether the country they declared cannot be corrected any more. */
  readonly isSettled: boolean;
};

/** What happens to a bonus that has just become due. Pure. */
export function decideBonusState(facts: BonusFacts): BonusState {
  if (facts.accountsOfSource !== undefined && facts.accountsOfSource > facts.accountsPerSource) return 'review';
  return decideDeclared(facts);
}

/** As `decideBonusState` where nobody has to look at the source any more, but nobody has looked at the person's countries. */
export function decideDeclared(facts: Parameters<typeof decidePayment>[0]): BonusState {
  const state = decidePayment(facts);
  return facts.standing === 'differs' && (state === 'paid' || state === 'queued') ? 'review' : state;
}

/** As `decideBonusState` once nobody has to look at it any more. */
export function decidePayment(
  facts: Omit<BonusFacts, 'accountsOfSource' | 'accountsPerSource'>,
): Exclude<BonusState, 'review'> {
  if (facts.standing === 'closed' && facts.isSettled) return 'refused';
  if (facts.funds < facts.bonus) return 'ended';
  if (needsCountry(facts.standing) || !facts.isSettled) return 'undeclared';
  return facts.stopped || facts.isOnHold || add(facts.paidToday, facts.bonus) > facts.dailyBudget ? 'queued' : 'paid';
}

/** Whether there is a bonus and the funds to pay it. */
export function canPay({ bonus, funds }: Pick<BonusFacts, 'bonus' | 'funds'>): boolean {
  return bonus > zero && funds >= bonus;
}
