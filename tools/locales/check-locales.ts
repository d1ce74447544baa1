import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listStarted, readTexts, sourceLocale, type Text } from './catalogues.ts';
import { findTextFaults } from './find-text-faults.ts';

/** How far an offered locale may fall behind while texts move, before it has to be completed or withdrawn. */
export const missingShareMax = 0.05;

export type LocaleState = {
  readonly locale: string;
  readonly texts: readonly Text[];
  readonly missing: readonly Text[];
  /** One line per finding. */
  readonly faults: readonly string[];
};

type Forbidden = {
  /** English texts that match on purpose, such as a warning against what the pattern finds. */
  readonly reviewed: readonly string[];
  readonly locales: Readonly<Record<string, { readonly patterns: readonly string[]; readonly example: string }>>;
};
type Term = { readonly term: string; readonly meaning: string; readonly in: Readonly<Record<string, string>> };

const glossary = 'packages/locales/glossary';

/** Looks at every locale that has catalogues. */
export async function checkLocales(root: string): Promise<readonly LocaleState[]> {
  const same = readSame(root);
  const forbidden = readJson<Forbidden>(root, 'forbidden.json');
  const terms = readJson<readonly Term[]>(root, 'terms.json');
  const source = await readTexts(root, sourceLocale);
  return Promise.all(
    listStarted(root).map(async (locale) => {
      const own = await readTexts(root, locale);
      const texts = matchSource(source, own);
      const translated = own.filter(({ text }) => text !== '');
      const allowed = allowedCopies(same, locale);
      const name = ({ english }: Text): string => `${locale}: ${JSON.stringify(english)}`;
      return {
        locale,
        texts,
        missing: texts.filter(({ text }) => text === ''),
        faults: [
          ...translated.flatMap((text) =>
            findTextFaults({ locale, source: text.english, text: text.text }).map((found) => `${name(text)}: ${found}`),
          ),
          ...(locale === sourceLocale ? [] : translated)
            .filter((text) => isCopy(text, allowed))
            .map((text) => `${name(text)}: is the English text`),
          // People would go on reading the old sentence where only the id of a text was changed.
          ...(locale === sourceLocale ? translated : [])
            .filter((text) => text.text !== text.english)
            .map((text) => `${name(text)}: reads otherwise in its catalogue: ${JSON.stringify(text.text)}`),
          ...findForbidden(locale, forbidden, translated).map(
            (text) => `${name(text)}: asks for a payment first (H04)`,
          ),
          ...describePatterns(locale, forbidden),
          ...(locale === sourceLocale ? [] : terms)
            .filter((term) => (term.in[locale] ?? '') === '')
            .map(({ term }) => `${locale}: the glossary has no word for "${term}"`),
        ],
      };
    }),
  );
}

type Same = Readonly<Record<string, readonly string[]>>;
const readSame = (root: string): Same => readJson<Same>(root, 'same-as-english.json');
const allowedCopies = (same: Same, locale: string): ReadonlySet<string> =>
  new Set([...(same['*'] ?? []), ...(same[locale] ?? [])]);

function isCopy({ english, text }: Pick<Text, 'english' | 'text'>, allowed: ReadonlySet<string>): boolean {
  return text === english && hasWords(english) && !allowed.has(english);
}

/** Tells copies of English, which nobody translated, from texts that are the same in a locale on purpose. */
export function openCopyCheck(root: string, locale: string): (text: Pick<Text, 'english' | 'text'>) => boolean {
  const allowed = allowedCopies(readSame(root), locale);
  return (text) => isCopy(text, allowed);
}

/** The source's texts with their translations: a text that was just added is in no other catalogue yet. */
function matchSource(source: readonly Text[], own: readonly Text[]): readonly Text[] {
  const known = new Map(own.map((text) => [text.id, text]));
  return source.map((text) => {
    const found = known.get(text.id);
    const isWhole = found !== undefined && text.parts.every((part) => found.parts.includes(part));
    return { ...text, text: isWhole ? found.text : '' };
  });
}

function readJson<Content>(root: string, file: string): Content {
  return JSON.parse(readFileSync(join(root, glossary, file), 'utf8')) as Content;
}

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text.replace(/\{[^{}]*\}|<[^<>]*>/g, ''));
}

function matches(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => new RegExp(pattern, 'iu').test(text));
}

function findForbidden(locale: string, { reviewed, locales }: Forbidden, texts: readonly Text[]): readonly Text[] {
  const patterns = locales[locale]?.patterns ?? [];
  return texts.filter(({ english, text }) => matches(patterns, text) && !reviewed.includes(english));
}

function describePatterns(locale: string, { locales }: Forbidden): readonly string[] {
  const own = locales[locale];
  if (own === undefined) return [`${locale}: no forbidden words (H04)`];
  return matches(own.patterns, own.example) ? [] : [`${locale}: its forbidden words miss their own example (H04)`];
}

/**
 * Which locales people are offered: those that are complete and without faults, and those offered before that miss little: an English text
 * added today shows in English for a few days rather than taking a language away from everybody.
 */
export function decideOffered(states: readonly LocaleState[], before: readonly string[]): readonly string[] {
  return states
    .filter(({ locale, texts, missing, faults }) => {
      if (locale === sourceLocale) return true;
      const share = missing.length / Math.max(1, texts.length);
      return before.includes(locale) ? share <= missingShareMax : share === 0 && faults.length === 0;
    })
    .map(({ locale }) => locale);
}

const offeredFile = 'packages/locales/src/offered.ts';

/** The locales offered by the sources in `root`. */
export function readOffered(root: string): readonly string[] {
  const file = join(root, offeredFile);
  const list = /= \[([^\]]*)\]/.exec(existsSync(file) ? readFileSync(file, 'utf8') : '')?.[1] ?? '';
  return [...list.matchAll(/'([^']+)'/g)].map(([, id]) => id ?? '');
}

/** The source text that offers these. */
export function describeOffered(offered: readonly string[]): { readonly file: string; readonly text: string } {
  const items = offered.map((id) => `'${id}'`).join(', ');
  const line = `export const offered: readonly string[] = [${items}];`;
  const lines =
    line.length <= 120
      ? [line]
      : ['export const offered: readonly string[] = [', ...offered.map((id) => `  '${id}',`), '];'];
  return {
    file: offeredFile,
    text: [
      '/** Written by `npm run locales -- --write`, from the catalogues alone: see docs/languages.md. */',
      ...lines,
      '',
    ].join('\n'),
  };
}
