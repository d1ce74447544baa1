import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { listContacts, phoneCountriesOf } from '../../people/accounts/public.ts';
import {
  findDeclaredCountry,
  isSettled,
  listDeclaredCountries,
  lockCountry,
  type CorrectionRules,
} from '../../people/preferences/public.ts';

/**
 * Whether somebody may be given and shown bonuses and rewards where they live; what is their own is never touched by it.
 * `closed`: incentives are closed in the country they declared. `undeclared`: they have declared none, and what is offered
 * says that it depends on it. `asked-first`: neither, and their phone number is from a closed country, so nothing is
 * offered before they declare. `differs`: open where they declared, closed where their phone number is from: offered and
 * given as in an open country, but for the bonus, which a person of ours looks at first.
 */
export type IncentiveStanding = 'open' | 'differs' | 'undeclared' | 'asked-first' | 'closed';

export type StandingFacts = {
  readonly declared: string | undefined;
  /** Countries the person's phone numbers are or may be from. */
  readonly phones: readonly string[];
  readonly closedCountries: readonly string[];
};

/** The one rule by which everything that gives or offers incentives decides. Pure. */
export function decideStanding({ declared, phones, closedCountries }: StandingFacts): IncentiveStanding {
  const phoneClosed = phones.some((country) => closedCountries.includes(country));
  if (declared === undefined) return phoneClosed ? 'asked-first' : 'undeclared';
  if (closedCountries.includes(declared)) return 'closed';
  return phoneClosed ? 'differs' : 'open';
}

export async function findIncentiveStanding(
  db: DbReader,
  closedCountries: readonly string[],
  personId: PersonId,
): Promise<IncentiveStanding> {
  // One after the other: a transaction answers one question at a time.
  const declared = await findDeclaredCountry(db, personId);
  const contacts = await listContacts(db, personId);
  return decideStanding({ declared: declared?.country, phones: contacts.flatMap(phoneCountriesOf), closedCountries });
}

/** As `findIncentiveStanding`, with whether the country can still be corrected: what is given for good waits for that. */
export type LastingStanding = { readonly standing: IncentiveStanding; readonly isSettled: boolean };

/**
 * For what is decided for good. Until the transaction ends the person declares nothing else: a correction that came first
 * counts, and one that comes later finds its time over.
 */
export async function lockIncentiveStanding(
  tx: DbTx,
  rules: CorrectionRules,
  personId: PersonId,
): Promise<LastingStanding> {
  await lockCountry(tx, personId);
  const declared = await findDeclaredCountry(tx, personId);
  return {
    standing: await findIncentiveStanding(tx, rules.closedCountries, personId),
    isSettled: declared === undefined || isSettled(declared, rules),
  };
}

/** Whether incentives are given in this standing. */
export function isGiven(standing: IncentiveStanding): boolean {
  return standing === 'open' || standing === 'differs';
}

/** Whether incentives may be shown as an offer: those of who has not declared say that they depend on it. */
export function isOffered(standing: IncentiveStanding): boolean {
  return isGiven(standing) || standing === 'undeclared';
}

/** Whether the person has to declare a country before anything is given. */
export function needsCountry(standing: IncentiveStanding): boolean {
  return standing === 'undeclared' || standing === 'asked-first';
}

export async function mayReceiveIncentives(
  db: DbReader,
  closedCountries: readonly string[],
  personId: PersonId,
): Promise<boolean> {
  return isGiven(await findIncentiveStanding(db, closedCountries, personId));
}

/** Those of these people whose declared country is a closed one. */
export async function listClosedAmong(
  db: DbReader,
  closedCountries: readonly string[],
  personIds: readonly PersonId[],
): Promise<ReadonlySet<PersonId>> {
  const declared = await listDeclaredCountries(db, personIds);
  return new Set(declared.filter(({ country }) => closedCountries.includes(country)).map(({ personId }) => personId));
}
