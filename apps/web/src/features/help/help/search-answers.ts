/** What of an answer is searched, in the person's language. */
export type Searchable = { readonly title: string; readonly words: string; readonly body: string };

const weights = { title: 4, words: 3, body: 1 } as const;
/** Endings of a longer word that may differ: "deposits" finds "deposit", "Einzahlungen" "Einzahlung". */
const endingMax = 2;
const stemMin = 5;

/** Letters that many people type for one another, and that Unicode does not take apart. */
const alike: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
  ё: 'е',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ـ: '',
};

/** A text without case, accents and vowel marks, in which alike letters are one. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[ıłøđßæœςёىیکةـ]/g, (letter) => alike[letter] ?? letter);
}

/**
 * Of `all` those that have every word of what was typed, the best first; where none has them all, those that have most of
 * them. Languages that put no spaces between words are cut by the platform. Everything where nothing was typed.
 */
export function searchAnswers<Item extends Searchable>(
  all: readonly Item[],
  typed: string,
  locale: string,
): readonly Item[] {
  const wanted = cutWords(typed, locale);
  if (wanted.length === 0) return typed.trim() === '' ? all : [];
  const judged = all.map((item) => {
    const parts = { title: foldText(item.title), words: foldText(item.words), body: foldText(item.body) };
    const scores = wanted.map((word) => scoreOf(word, parts));
    return {
      item,
      hits: scores.filter((score) => score > 0).length,
      score: scores.reduce((sum, score) => sum + score, 0),
    };
  });
  const most = Math.max(...judged.map(({ hits }) => hits));
  if (most < wanted.length / 2 || most === 0) return [];
  return judged
    .filter(({ hits }) => hits === most)
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

function scoreOf(word: string, parts: Searchable): number {
  const stem = word.length > stemMin ? word.slice(0, Math.max(stemMin, word.length - endingMax)) : word;
  return (Object.keys(weights) as (keyof typeof weights)[]).reduce((sum, part) => {
    if (parts[part].includes(word)) return sum + 2 * weights[part];
    return parts[part].includes(stem) ? sum + weights[part] : sum;
  }, 0);
}

function cutWords(typed: string, locale: string): readonly string[] {
  const lower = typed.normalize('NFC').trim();
  const words =
    typeof Intl.Segmenter === 'function'
      ? [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(lower)]
          .filter(({ isWordLike }) => isWordLike === true)
          .map(({ segment }) => segment)
      : lower.split(/[^\p{L}\p{N}\p{M}]+/u);
  return [...new Set(words.map(foldText))].filter((word) => word !== '');
}
