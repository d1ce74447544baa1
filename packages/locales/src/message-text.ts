import { readFileSync } from 'node:fs';
import english from '../messages/en.json' with { type: 'json' };
import { chooseLocale } from './choose-locale.ts';
import { locales } from './locales.ts';

/** What mails, text messages and notifications are made of, by key. */
export type MessageTextKey = keyof typeof english;

const catalogues = new Map<string, Readonly<Partial<Record<string, string>>>>();

/**
 * A text of the server in the language nearest to what a person prefers, or in English where it is not translated yet,
 * with its placeholders filled. Values are data: nothing in them is taken for a placeholder.
 */
export function messageText(
  language: string | null,
  key: MessageTextKey,
  values: Readonly<Record<string, string>> = {},
): string {
  const { id } = chooseLocale(language === null ? [] : [language], locales);
  const template = catalogueOf(id)[key] ?? english[key];
  return template.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole);
}

/** Whether there is a text of this name: names of templates and events become keys. */
export function isMessageTextKey(key: string): key is MessageTextKey {
  return Object.hasOwn(english, key);
}

function catalogueOf(id: string): Readonly<Partial<Record<string, string>>> {
  const known = catalogues.get(id);
  if (known !== undefined) return known;
  const file = new URL(`../messages/${id}.json`, import.meta.url);
  const read = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Partial<Record<string, string>>>;
  catalogues.set(id, read);
  return read;
}
