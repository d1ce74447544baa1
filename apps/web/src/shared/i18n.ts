import { i18n } from '@lingui/core';
import { chooseLocale } from '@tern/locales/choose-locale';
import { locales, type Locale } from '@tern/locales/locales';
import { languages } from 'virtual:texts';
import { withLatinDigits } from './format-locale.ts';
import { keepOwnFormats } from './own-formats.ts';
import { addProblemTexts } from './problem-texts.ts';
import { loadRegionNames } from './region-names.ts';

/** Under this name in the storage of the device. */
export const languageKey = 'language';
const loaded = new Set<string>();
let locale = findLocale(readChosenLanguage());
const ownNames = new Map<string, string>();

/** What the language in use calls itself. */
export function languageInUse(): string {
  return ownNames.get(locale.id) ?? locale.id;
}

/** The language chosen on this device; undefined where the browser's own is followed. */
export function readChosenLanguage(): string | undefined {
  const stored = localStorage.getItem(languageKey);
  return locales.find(({ id }) => id === stored)?.id;
}

function findLocale(chosen: string | undefined): Locale {
  return chooseLocale(chosen === undefined ? navigator.languages : [chosen]);
}

/** Takes the chosen locale or the one the browser prefers: loads its first texts and sets the document's language and direction. */
export async function startI18n(): Promise<void> {
  await loadTexts('entry');
  activate();
  addEventListener('storage', ({ key, newValue }) => {
    // Chosen in another window of this device; one that cannot load its texts now follows when it is opened again.
    if (key === languageKey) chooseLanguage(newValue ?? undefined).catch(() => undefined);
  });
}

/** Changes the language of everything on the page and keeps the choice; `undefined` follows the browser again. Throws offline. */
export async function chooseLanguage(id: string | undefined): Promise<string> {
  const next = findLocale(id);
  await Promise.all([...loaded].map((part) => load(next, part)));
  locale = next;
  if (id === undefined) localStorage.removeItem(languageKey);
  else localStorage.setItem(languageKey, id);
  activate();
  return next.id;
}

/**
 * Loads the texts of one part of the app, unless they are there: a street of `features`, `inside` or `offers`, as
 * apps/web/lingui.config.ts cuts them. Pages of that part may be shown afterwards.
 */
export async function loadTexts(part: string): Promise<void> {
  if (loaded.has(part)) return;
  await Promise.all([load(locale, part), part === 'inside' ? loadInsideProblems() : undefined]);
  loaded.add(part);
}

async function loadInsideProblems(): Promise<void> {
  const { insideProblemTexts } = await import('./inside/problem-texts-inside.ts');
  addProblemTexts(insideProblemTexts);
}

async function load({ id }: Locale, part: string): Promise<void> {
  const language = await languages[id]?.();
  const [texts] = await Promise.all([
    part === 'entry' ? language : language?.parts[part]?.(),
    part === 'inside' ? loadRegionNames(id) : undefined,
  ]);
  if (texts === undefined) throw new Error(`no texts for ${id}/${part}`);
  if (language !== undefined) ownNames.set(id, language.ownName);
  if (language?.formats !== undefined) keepOwnFormats(id, language.formats);
  i18n.load(id, texts.messages);
}

function activate() {
  i18n.activate(locale.id, withLatinDigits(locale.id));
  document.documentElement.lang = locale.id;
  document.documentElement.dir = locale.direction;
}
