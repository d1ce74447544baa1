import { locales, type Locale } from './locales.ts';

/**
 * The best of `available` for what a person prefers, best first: exact tag, then same language and script, then same
 * language; the first available one where nothing fits. Tags that are not BCP 47 are passed over.
 */
export function chooseLocale(preferred: readonly string[], available: readonly Locale[] = locales): Locale {
  const [fallback] = available;
  if (fallback === undefined) throw new RangeError('no locale is available');
  for (const tag of preferred) {
    const wanted = readTag(tag);
    if (wanted === undefined) continue;
    const found =
      available.find((locale) => locale.id === wanted.tag) ??
      available.find((locale) => readTag(locale.id)?.written === wanted.written) ??
      available.find((locale) => readTag(locale.id)?.language === wanted.language);
    if (found !== undefined) return found;
  }
  return fallback;
}

function readTag(tag: string): { tag: string; language: string; written: string } | undefined {
  try {
    const full = new Intl.Locale(tag).maximize();
    return {
      tag: new Intl.Locale(tag).toString(),
      language: full.language,
      written: `${full.language}-${full.script}`,
    };
  } catch {
    return undefined;
  }
}
