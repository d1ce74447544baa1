/** One word, number, string or sign of SQL. */
export type Token = {
  /** A hole is what a template of TypeScript puts in. */
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'hole';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The same for all tokens of one pair of brackets, or of one CASE, that are in no further pair. */
  readonly frame: number;
};

/** Stands for one character of what a template puts in, so that places in the text stay places in the source. */
export const holeCharacter = '\0';

const shapes = [
  ['skip', /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['hole', /\0+/y],
  ['string', /'(?:[^']|'')*'/y],
  ['word', /"(?:[^"]|"")*"|[A-Za-z_]\w*/y],
  ['number', /\d+(?:\.\d+)?|\$\d+/y],
  ['sign', /\$\w*\$|:=|=>|<=|>=|<>|!=|\|\||::|->>|->|#>>|#>|@>|<@|&&|[\s\S]/y],
] as const;

/** The tokens of a piece of SQL or PL/pgSQL, without comments. The bodies of functions are read like anything else. */
export function tokenize(sql: string): readonly Token[] {
  const tokens: Token[] = [];
  const open: { readonly frame: number; readonly closer: string }[] = [{ frame: 0, closer: '' }];
  let frames = 1;
  for (let at = 0; at < sql.length;) {
    const { kind, text } = readAt(sql, at);
    const start = at;
    at += text.length;
    if (kind === 'skip') continue;
    const previous = tokens.at(-1)?.text;
    if (open.length > 1 && text === open.at(-1)?.closer) open.pop();
    tokens.push({ kind, text, start, end: at, frame: open.at(-1)?.frame ?? 0 });
    const closer = closerOf(text, previous);
    if (closer !== undefined) {
      open.push({ frame: frames, closer });
      frames += 1;
    }
  }
  return tokens;
}

function readAt(sql: string, at: number): { readonly kind: Token['kind'] | 'skip'; readonly text: string } {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at;
    const [text] = shape.exec(sql) ?? [];
    if (text !== undefined) return { kind, text };
  }
  throw new Error(`no token at ${at}`);
}

function closerOf(text: string, previous: string | undefined): string | undefined {
  if (text === '(') return ')';
  if (text === '[') return ']';
  return text === 'CASE' && previous !== 'END' ? 'END' : undefined;
}
