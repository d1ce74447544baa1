import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { allLocales } from '@tern/locales/all-locales';

/** One text with its translation; what the web app says in several parts is one text. */
export type Text = {
  readonly id: string;
  readonly english: string;
  /** Empty where there is none in one of its places. */
  readonly text: string;
  /** Catalogues it is in. */
  readonly parts: readonly string[];
  /** What stands for its placeholders, and other comments. */
  readonly notes: readonly string[];
  /** Files that say it. */
  readonly places: readonly string[];
};

type Catalogue = Awaited<ReturnType<typeof po.parse>>;

export const sourceLocale = 'en';
const webTexts = 'apps/web/src/locales';
const messageTexts = 'packages/locales/messages';
// As apps/web/lingui.config.ts has it: what is written here is byte for byte what the extraction writes.
const po = formatter({ lineNumbers: false });

/** Languages that have catalogues, complete or not, the source first. */
export function listStarted(root: string): readonly string[] {
  return allLocales.map(({ id }) => id).filter((id) => existsSync(join(root, webTexts, id)));
}

/** All texts of a locale: those of the web app, then those of mails, text messages and notifications. */
export async function readTexts(root: string, locale: string): Promise<readonly Text[]> {
  const texts = new Map<string, Text>();
  for (const part of partsOf(root, locale)) {
    for (const [hash, message] of Object.entries(await readPart(root, locale, part))) {
      if (message.obsolete === true) continue;
      const id = `web:${hash}`;
      const other = texts.get(id);
      const text = message.translation ?? '';
      const places = (message.origin ?? []).map(([file]) => file);
      texts.set(id, {
        id,
        english: message.message ?? hash,
        text: other === undefined || other.text !== '' ? text : '',
        parts: [...(other?.parts ?? []), part],
        notes: [...new Set([...(other?.notes ?? []), ...(message.comments ?? [])])],
        places: [...new Set([...(other?.places ?? []), ...places])],
      });
    }
  }
  return [...texts.values(), ...readMessages(root, locale)];
}

/** Puts translations in, by the ids of `readTexts`, wherever their texts are; what is not given stays. */
export async function writeTexts(root: string, locale: string, given: ReadonlyMap<string, string>): Promise<void> {
  for (const part of partsOf(root, locale)) {
    const catalogue = await readPart(root, locale, part);
    for (const [hash, message] of Object.entries(catalogue)) {
      const translation = given.get(`web:${hash}`);
      if (translation !== undefined) message.translation = translation;
    }
    const file = fileOf(root, locale, part);
    const existing = readFileSync(file, 'utf8');
    writeFileSync(file, await po.serialize(catalogue, { ...contextOf(locale, file), existing }));
  }
  const messages = readMessages(root, locale).map(({ id, text }) => [
    id.replace('message:', ''),
    given.get(id) ?? text,
  ]);
  const written = Object.fromEntries(messages.filter(([, text]) => text !== ''));
  writeFileSync(messagesFile(root, locale), `${JSON.stringify(written, null, 2)}\n`);
}

function partsOf(root: string, locale: string): readonly string[] {
  return readdirSync(join(root, webTexts, locale))
    .filter((file) => file.endsWith('.po'))
    .map((file) => file.replace('.po', ''));
}

function fileOf(root: string, locale: string, part: string): string {
  return join(root, webTexts, locale, `${part}.po`);
}

function contextOf(locale: string, filename: string) {
  return { locale, sourceLocale, filename };
}

async function readPart(root: string, locale: string, part: string): Promise<Catalogue> {
  const file = fileOf(root, locale, part);
  return po.parse(readFileSync(file, 'utf8'), contextOf(locale, file));
}

function messagesFile(root: string, locale: string): string {
  return join(root, messageTexts, `${locale}.json`);
}

function readMessages(root: string, locale: string): readonly Text[] {
  const read = (id: string): Readonly<Record<string, string>> => {
    const file = messagesFile(root, id);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  };
  const own = read(locale);
  return Object.entries(read(sourceLocale)).map(([key, english]) => ({
    id: `message:${key}`,
    english,
    text: own[key] ?? '',
    parts: ['messages'],
    notes: [`key ${key}`],
    places: [messageTexts],
  }));
}
