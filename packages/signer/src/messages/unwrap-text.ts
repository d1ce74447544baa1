/** How often a text may be wrapped in another encoding and still be looked into. */
const depth = 3;

/** The text, and what it says once escapes and encodings are read. Programs read what people do not. */
export function unwrapText(text: string): readonly string[] {
  const found = [text];
  for (let at = 0; at < depth; at += 1) {
    const before = found.at(-1) ?? '';
    const next = decodeOnce(before);
    if (next === before) break;
    found.push(next);
  }
  return found;
}

function decodeOnce(text: string): string {
  return (
    text
      .replaceAll(/(?:[%=][0-9a-f]{2})+/gi, (run) => readBytes(run.replaceAll(/[%=]/g, ''), 'hex') ?? run)
      .replaceAll(/(?:\\x[0-9a-f]{2})+/gi, (run) => readBytes(run.replaceAll(/\\x/gi, ''), 'hex') ?? run)
      .replaceAll(/\\u\{([0-9a-f]{1,6})\}/gi, (all, digits: string) => readPoint(digits, 16) ?? all)
      .replaceAll(/\\u([0-9a-f]{4})/gi, (all, digits: string) => readPoint(digits, 16) ?? all)
      .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (all, digits: string) => readPoint(digits, 16) ?? all)
      .replaceAll(/&#(\d{1,7});?/g, (all, digits: string) => readPoint(digits, 10) ?? all)
      .replaceAll(/&(?:nbsp|ensp|emsp|thinsp);/gi, ' ')
      .replaceAll(/&(?:shy|zwnj|zwj|lrm|rlm);/gi, '')
      .replaceAll(/(?:0x)?([0-9a-f]{16,})/gi, (all, digits: string) => readBytes(digits, 'hex') ?? all)
      .replaceAll(/[\w+/-]{16,}={0,2}/g, (run) => readBytes(run, 'base64') ?? run)
      // Two escapes may have made one character.
      .toWellFormed()
  );
}

/** The text behind bytes; undefined where they are no text. */
function readBytes(encoded: string, encoding: 'hex' | 'base64'): string | undefined {
  if (encoding === 'hex' && encoded.length % 2 === 1) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, encoding));
    return text !== '' && !/[^\P{C}\n\r\t\p{Cf}]/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function readPoint(digits: string, base: number): string | undefined {
  const point = Number.parseInt(digits, base);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}
