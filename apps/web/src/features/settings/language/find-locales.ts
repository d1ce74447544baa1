import type { NamedLocale } from '@tern/locales/all-locales';

/** The languages whose own name, name in the language in use, or tag holds what was typed; accents and case aside. */
export function findLocales(all: readonly NamedLocale[], typed: string, inLanguage: string): readonly NamedLocale[] {
  const wanted = fold(typed);
  if (wanted === '') return all;
  const names = new Intl.DisplayNames(inLanguage, { type: 'language', fallback: 'code' });
  return all.filter(
    ({ id, ownName }) =>
      fold(ownName).includes(wanted) || fold(names.of(id) ?? '').includes(wanted) || id.toLowerCase() === wanted,
  );
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
