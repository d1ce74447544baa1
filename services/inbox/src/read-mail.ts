export type ReadMail = { readonly id: string | undefined; readonly subject: string; readonly text: string };

/** Reads a mail of one plain text part, as the product sends them: encoded headers and bodies included. */
export function readMail(raw: Buffer): ReadMail {
  const source = raw.toString('latin1');
  const split = /\r?\n\r?\n/.exec(source);
  const head = split === null ? source : source.slice(0, split.index);
  const body = split === null ? '' : source.slice(split.index + split[0].length);
  const headers = readHeaders(head);
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '7bit';
  return {
    id: headers.get('message-id')?.replace(/^<|>$/g, ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    text: decodeBody(body, encoding).replaceAll('\r\n', '\n').trim(),
  };
}

function readHeaders(head: string): ReadonlyMap<string, string> {
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
  const pairs = unfolded.split(/\r?\n/).map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return new Map(pairs);
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body.replace(/=\r?\n/g, ''));
  return Buffer.from(body, 'latin1').toString('utf8');
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** RFC 2047: `=?utf-8?Q?…?=` and `=?utf-8?B?…?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(value, 'base64').toString('utf8')
        : decodeQuotedPrintable(value.replaceAll('_', ' ')),
    );
}
