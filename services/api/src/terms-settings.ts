import type { Config } from '@tern/config/config';
import { findContradictions } from '@tern/config/find-contradictions';
import { termNames, type TermName } from '@tern/contracts/terms';
import { units } from '@tern/money/units';
import type { AreTermsValid, TermValues } from '@tern/server/people/terms/public';

/** The fees and limits of the settings: the first version of the terms. */
export function termsOfSettings(config: Config): TermValues {
  return Object.fromEntries(termNames.map((name) => [name, BigInt(config[name])])) as TermValues;
}

/** Terms are sound where the installation could have started with them as its settings. */
export function termsValidatorOf(config: Config): AreTermsValid {
  return (values) => {
    const valueOf = (name: TermName) => (typeof config[name] === 'number' ? Number(values[name]) : units(values[name]));
    const changed = { ...config, ...Object.fromEntries(termNames.map((name) => [name, valueOf(name)])) };
    return findContradictions(changed).length === 0;
  };
}
