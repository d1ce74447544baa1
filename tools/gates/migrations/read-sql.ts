import { splitStatements } from '@tern/db/split-statements';

/** A statement as the rules look at it. */
export type SqlStatement = {
  /** On one line, without comments; texts and bodies of functions are empty. Keywords as written. */
  readonly code: string;
  /** The same with its texts. */
  readonly text: string;
  /** In the file. */
  readonly line: number;
};

const part = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g;

/** The statements of a migration, in order. */
export function readSql(sql: string): readonly SqlStatement[] {
  return splitStatements(sql).map(({ text, offset }) => {
    const read = (keepsTexts: boolean): string =>
      text
        .replaceAll(part, (found) => {
          if (found.startsWith('--') || found.startsWith('/*')) return ' ';
          return keepsTexts && found.startsWith("'") ? found : "''";
        })
        .replaceAll(/\s+/g, ' ')
        .trim();
    return { code: read(false), text: read(true), line: sql.slice(0, offset).split('\n').length };
  });
}

/** The parts of a list, at its own commas only: `a, f(b, c)` has two. */
export function splitList(code: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at];
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(code.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, code.slice(start).trim()];
}

/** The texts in each check that a statement defines, by the check's name. */
export function readChecks({ text }: SqlStatement): ReadonlyMap<string, readonly string[]> {
  const checks = new Map<string, readonly string[]>();
  for (const found of text.matchAll(/\bCONSTRAINT (\w+) CHECK ?\(/gi)) {
    const body = text.slice(found.index + found[0].length, endOfBracket(text, found.index + found[0].length));
    const literals = [...body.matchAll(/'((?:[^']|'')*)'/g)].map(([, literal = '']) => literal);
    checks.set(plainName(found[1] ?? ''), literals);
  }
  return checks;
}

/** Where the bracket closes that was opened before. */
function endOfBracket(text: string, from: number): number {
  const sign = /'(?:[^']|'')*'|[()]/g;
  sign.lastIndex = from;
  for (let depth = 1; ;) {
    const found = sign.exec(text);
    if (found === null) return text.length;
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth === 0) return found.index;
  }
}

/** As the catalogue has it: without quotes and without the schema that is meant anyway. */
export function plainName(written: string): string {
  return written
    .replaceAll('"', '')
    .toLowerCase()
    .replace(/^public\./, '');
}
