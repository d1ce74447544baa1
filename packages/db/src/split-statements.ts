/** One statement of a file: its text without the semicolon, and where in the file it begins. */
export type Statement = { readonly text: string; readonly offset: number };

// In this order: a quote inside a comment opens nothing, and the other way round. Letters and dollars before an E or a
// dollar make it a part of a name.
const token = /--[^\n]*|\/\*|(?<![\w$])[Ee]'|'|"|(?<![\w$])\$(?:[A-Za-z_]\w*)?\$|;/g;

/**
 * The statements of an SQL text, as psql would send them one by one. Semicolons in strings, names, bodies of functions and
 * comments end nothing. Comments between two statements belong to the second.
 */
export function splitStatements(sql: string): readonly Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  const take = (end: number): void => {
    const text = sql.slice(start, end);
    const body = text.replace(/^(?:\s|--[^\n]*(?:\n|$))*/, '');
    if (body.trim() !== '') statements.push({ text: body.trimEnd(), offset: start + text.length - body.length });
    start = end + 1;
  };
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const found = token.exec(sql);
    if (found === null) break;
    at = endOfToken(sql, found[0], token.lastIndex);
    if (found[0] === ';') take(found.index);
  }
  take(sql.length);
  return statements;
}

/** A statement as patterns look at it: without comments, with one space where others are. */
export function onOneLine(text: string): string {
  return text
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Behind what the token opens; behind the token itself where it opens nothing. */
function endOfToken(sql: string, opened: string, from: number): number {
  if (opened === ';' || opened.startsWith('--')) return from;
  if (opened === '/*') return endOfComment(sql, from);
  if (/^E'$/i.test(opened)) return endOfEscaped(sql, from);
  // Two quotes in a row stand for one: the text goes on, as if it were closed and opened again.
  const end = sql.indexOf(opened, from);
  return end === -1 ? sql.length : end + opened.length;
}

/** In texts of this kind a quote behind a backslash ends nothing either. */
function endOfEscaped(sql: string, from: number): number {
  const rest = /(?:[^'\\]|\\[\s\S]|'')*'/y;
  rest.lastIndex = from;
  return rest.test(sql) ? rest.lastIndex : sql.length;
}

/** Comments of this kind nest. */
function endOfComment(sql: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let depth = 1; depth > 0;) {
    const found = mark.exec(sql);
    if (found === null) return sql.length;
    depth += found[0] === '/*' ? 1 : -1;
  }
  return mark.lastIndex;
}
