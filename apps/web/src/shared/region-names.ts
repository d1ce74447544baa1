import { i18n } from '@lingui/core';
import { languages } from 'virtual:texts';

const known = new Map<string, Readonly<Record<string, string>>>();

/** Loads what a language calls the regions, where browsers do not know. Before that they are named in English there. */
export async function loadRegionNames(locale: string): Promise<void> {
  const { regions } = (await languages[locale]?.()) ?? {};
  if (regions !== undefined && !known.has(locale)) known.set(locale, (await regions()).names);
}

/** The way to name a region (ISO 3166) in the language in use; its code where it has no name. */
export function openRegionNames(): (region: string) => string {
  const own = known.get(i18n.locale);
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' });
  return (region) => own?.[region] ?? names.of(region) ?? region;
}
