/** What a text in ICU MessageFormat is made of, as far as a translation has to agree with its source. */
export type TextShape = {
  /** Names of placeholders, each once. */
  readonly names: ReadonlySet<string>;
  /** Numbers of the pieces of the page inside the text, such as `0` of `<0>…</0>`, each once. */
  readonly tags: ReadonlySet<string>;
  readonly choices: readonly Choice[];
};

type Choice = {
  readonly name: string;
  readonly kind: 'plural' | 'selectordinal' | 'select';
  readonly cases: readonly string[];
};

type Reader = { readonly text: string; at: number };
type Draft = { readonly names: Set<string>; readonly choices: Choice[] };

/** Reads the shape of a text. Throws `SyntaxError` with the place where it cannot be read. */
export function readShape(text: string): TextShape {
  const reader: Reader = { text, at: 0 };
  const draft: Draft = { names: new Set(), choices: [] };
  readText(reader, draft, false);
  if (reader.at < text.length) throw fault(reader, 'a } too many');
  return { names: draft.names, tags: readTags(text), choices: draft.choices };
}

function fault({ at }: Reader, what: string): SyntaxError {
  return new SyntaxError(`${what} at character ${at + 1}`);
}

function readText(reader: Reader, draft: Draft, nested: boolean): void {
  while (reader.at < reader.text.length) {
    const here = reader.text[reader.at];
    if (here === '}') {
      if (nested) return;
      throw fault(reader, 'a } too many');
    }
    if (here === '{') readArgument(reader, draft);
    else if (here === "'" && /^'[{}]/.test(reader.text.slice(reader.at))) skipQuoted(reader);
    else reader.at += 1;
  }
  if (nested) throw fault(reader, 'a } missing');
}

function skipQuoted(reader: Reader): void {
  const end = reader.text.indexOf("'", reader.at + 1);
  reader.at = end === -1 ? reader.text.length : end + 1;
}

function readArgument(reader: Reader, draft: Draft): void {
  const head = match(reader, /\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?/y);
  if (head === undefined) throw fault(reader, 'no name of a placeholder');
  const [, name = '', kind] = head;
  draft.names.add(name);
  if (kind === undefined) return close(reader);
  if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select')
    throw fault(reader, `a placeholder of the kind ${kind}`);
  const cases: string[] = [];
  if (match(reader, /,\s*/y) === undefined) throw fault(reader, 'no cases');
  for (let found = readCase(reader); found !== undefined; found = readCase(reader)) {
    cases.push(found);
    readText(reader, draft, true);
    close(reader);
  }
  draft.choices.push({ name, kind, cases });
  close(reader);
}

function readCase(reader: Reader): string | undefined {
  return match(reader, /\s*(=\d+|\w+)\s*\{/y)?.[1];
}

function close(reader: Reader): void {
  if (match(reader, /\s*\}/y) === undefined) throw fault(reader, 'a } missing');
}

function match(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text) ?? undefined;
  if (found !== undefined) reader.at = pattern.lastIndex;
  return found;
}

function readTags(text: string): ReadonlySet<string> {
  const open: string[] = [];
  const tags = new Set<string>();
  for (const [tag, closing, number, alone] of text.matchAll(/<(\/?)(\w+)(\/?)>/g)) {
    if (number === undefined || !/^\d+$/.test(number)) throw new SyntaxError(`${tag} is no numbered piece`);
    tags.add(number);
    if (alone === '/') continue;
    if (closing === '') open.push(number);
    else if (open.pop() !== number) throw new SyntaxError(`${tag} closes nothing`);
  }
  if (open.length > 0) throw new SyntaxError(`<${open.join('>, <')}> never closed`);
  return tags;
}
