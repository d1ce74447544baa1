/** What a person prefers on all their devices. */
export type Preferences = { readonly currencyUnit: string; readonly hideBalances: boolean };

/** Until the person says otherwise. */
export const defaultPreferences: Preferences = { currencyUnit: 'usdt', hideBalances: false };

/** Where somebody said to live. */
export type DeclaredCountry = {
  readonly country: string;
  readonly declaredAt: Date;
  /** When the first declaration was made that this one corrects; its own time where it corrects none. */
  readonly firstDeclaredAt: Date;
  /** Since then, by the database's clock. */
  readonly ageSeconds: number;
  readonly fixedUntil: Date | null;
};

/** How long a declaration stands before another one can be made: bonuses are not to be had by changing to and fro. */
export const countryFixedDays = 30;

/** How long a declaration can be corrected, and which countries cannot be corrected any more. */
export type CorrectionRules = {
  readonly countryCorrectionMinutes: number;
  /** Where nothing is given, as ISO 3166-1 alpha-2. */
  readonly closedCountries: readonly string[];
};

/** Whether the time for corrections is over. What is given or refused for good where somebody lives waits for it. */
export function isSettled(
  { ageSeconds }: Pick<DeclaredCountry, 'ageSeconds'>,
  { countryCorrectionMinutes }: Pick<CorrectionRules, 'countryCorrectionMinutes'>,
): boolean {
  return ageSeconds >= countryCorrectionMinutes * 60;
}

/**
 * Until when a declaration can be corrected; undefined once it stands. Corrections do not lengthen it: it counts from the first
 * of them. A closed country stands at once: a correction can close incentives, and never opens them.
 */
export function correctableUntil(
  declared: Pick<DeclaredCountry, 'country' | 'firstDeclaredAt' | 'ageSeconds'>,
  rules: CorrectionRules,
): Date | undefined {
  if (rules.closedCountries.includes(declared.country) || isSettled(declared, rules)) return undefined;
  return new Date(declared.firstDeclaredAt.getTime() + rules.countryCorrectionMinutes * 60_000);
}

/** The country a person typed or chose, as ISO 3166-1 alpha-2; undefined when there is none of that code. */
export function readCountry(typed: string): string | undefined {
  const code = typed.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  // The platform names the countries there are, and the withdrawn and private codes not at all or by another code.
  const isNamed = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;
  return isNamed && !noCountries.has(code) && new Intl.Locale('und', { region: code }).region === code
    ? code
    : undefined;
}

/** Named by the platform, but nowhere anybody lives under this code. */
const noCountries: ReadonlySet<string> = new Set(
  'AC AN AQ BU BV CP CS CQ DD DG DY EA EU EZ FQ FX HM HV IC JT MI NH NQ NT PC PU PZ QO RH SU TA TP UN VD WK XA XB YD YU ZR ZZ'.split(
    ' ',
  ),
);
