import { inflateSync } from 'node:zlib';

/** A text as it stands on a page, with where it begins: in points from the left and from the bottom. */
export type PlacedText = { readonly x: number; readonly y: number; readonly text: string };

type PdfObject = { readonly words: string; readonly stream: string | undefined };

/**
 * The texts of each page of a PDF as PDFKit writes one: with one embedded font, whose map from glyphs to letters is used, as a
 * reader that copies or searches text uses it. Throws on a PDF of another form.
 */
export function readPdf(file: Buffer): readonly (readonly PlacedText[])[] {
  const objects = readObjects(file);
  const maps = [...objects.values()].flatMap(({ words }) => refsOf(words, 'ToUnicode'));
  const [map] = maps;
  if (map === undefined || maps.length > 1) throw new Error(`${maps.length} fonts with a map to letters`);
  const letters = readLetters(objects.get(map)?.stream ?? '');
  return [...objects.values()]
    .filter(({ words }) => /\/Type \/Page\b/.test(words))
    .map(({ words }) => {
      const [contents] = refsOf(words, 'Contents');
      return readTexts(objects.get(contents ?? '')?.stream ?? '', letters);
    });
}

function readObjects(file: Buffer): ReadonlyMap<string, PdfObject> {
  const bytes = file.toString('latin1');
  const objects = new Map<string, PdfObject>();
  const begin = /(\d+) 0 obj\n/g;
  for (let found = begin.exec(bytes); found !== null; found = begin.exec(bytes)) {
    const [streamAt, endAt] = [
      bytes.indexOf('\nstream\n', begin.lastIndex),
      bytes.indexOf('\nendobj', begin.lastIndex),
    ];
    const hasStream = streamAt !== -1 && streamAt < endAt;
    const words = bytes.slice(begin.lastIndex, hasStream ? streamAt : endAt);
    const from = streamAt + '\nstream\n'.length;
    const length = Number(/\/Length (\d+)/.exec(words)?.[1] ?? 0);
    const stream = hasStream ? file.subarray(from, from + length) : undefined;
    const isPacked = words.includes('/FlateDecode');
    objects.set(found[1] ?? '', {
      words,
      stream: stream && (isPacked ? inflateSync(stream) : stream).toString('latin1'),
    });
    begin.lastIndex = hasStream ? from + length : endAt;
  }
  return objects;
}

const refsOf = (words: string, name: string): readonly string[] =>
  [...words.matchAll(new RegExp(`/${name} (\\d+) 0 R`, 'g'))].map(([, id = '']) => id);

/** By the number of each glyph, as four hexadecimal digits. */
function readLetters(map: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [at, [, units = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  return letters;
}

/** Each text object: from its matrix, which has its place, to its end. */
function readTexts(content: string, letters: ReadonlyMap<string, string>): readonly PlacedText[] {
  return [...content.matchAll(/\bBT\n([\s\S]*?)\bET\b/g)].map(([, text = '']) => {
    const [, x = '', y = ''] = /1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/.exec(text) ?? [];
    const glyphs = [...text.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const said = glyphs.map((glyph) => {
      const letter = letters.get(glyph.toLowerCase());
      if (letter === undefined) throw new Error(`glyph ${glyph} is no letter`);
      return letter;
    });
    return { x: Number(x), y: Number(y), text: said.join('') };
  });
}
