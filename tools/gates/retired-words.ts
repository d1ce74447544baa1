/** Where a retired word is refused. */
const scopes = ['documents', 'decisions', 'comments', 'identifiers', 'texts'] as const;
type Scope = (typeof scopes)[number];

export type RetiredWord = {
  /** Every form of it, for example `odd receipt` and `odd receipts`. */
  readonly forms: readonly string[];
  readonly instead: string;
  readonly scopes: readonly Scope[];
};

/** What is refused in a scope, and one pattern that finds any of it. */
type Refused = { readonly words: readonly RetiredWord[]; readonly any: RegExp };
export type RefusedByScope = Readonly<Record<Scope, Refused>>;

export const glossaryFile = 'docs/glossary.md';

/** The English texts of the wallet's screens, mails and notifications; that they are those of the sources is for the gate `locales`. */
export const textFiles = ['apps/web/src/locales/en/*.po', 'packages/locales/messages/en.json'];

/** Never touched again. */
const released = /^packages\/db\/migrations\/|^tests\/upgrade\/releases\//;

/** The table of retired words at the end of the glossary, and what is wrong with it. */
export function readRetiredWords(glossary: string): {
  readonly refused: RefusedByScope;
  readonly faults: readonly string[];
} {
  const [, table = ''] = glossary.split('\n## Retired words\n');
  const rows = [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);
  const words = rows.map(([, retired = '', instead = '', refused = '']): RetiredWord => ({
    forms: listed(retired.replaceAll(/\([^)]*\)/g, '')),
    instead,
    scopes: listed(refused).filter(isScope),
  }));
  const unknown = rows.flatMap(([, retired = '', , refused = '']) =>
    listed(refused)
      .filter((name) => name !== 'none' && !isScope(name))
      .map((name) => `${glossaryFile}: ${retired} is refused in ${name}, which is no scope: ${scopes.join(', ')}`),
  );
  const refused = Object.fromEntries(scopes.map((scope) => [scope, refusedIn(words, scope)])) as RefusedByScope;
  return { refused, faults: words.length === 0 ? [`${glossaryFile}: no retired words were found`] : unknown };
}

/** The retired words that stand where they are refused. */
export function findRetired(refused: RefusedByScope, file: string, text: string): readonly string[] {
  if (file === glossaryFile) return [];
  const find = (scope: Scope, read: () => readonly Placed[]): readonly string[] => {
    const { words, any } = refused[scope];
    if (words.length === 0) return [];
    const placed = read();
    // Most files hold none of the words: one look at all their lines together is enough to know it.
    if (!any.test(searchable(scope, placed.map(({ text: line }) => line).join('\n')))) return [];
    return placed.flatMap((each) => findIn(words, scope, file, each));
  };
  if (file.endsWith('.md'))
    return find(file.startsWith('docs/decisions/') ? 'decisions' : 'documents', () => prose(text));
  if (/\.po$|\.json$/.test(file)) return find('texts', () => messages(text));
  const path = { line: 1, text: file.replaceAll('/', ' / ') };
  return [
    ...(released.test(file) ? [] : find('comments', () => comments(text))),
    ...find('identifiers', () => [path, ...identifiers(file, text)]),
  ];
}

function refusedIn(all: readonly RetiredWord[], scope: Scope): Refused {
  const words = all.filter((word) => word.scopes.includes(scope));
  const forms = words.flatMap((word) => word.forms);
  return { words, any: new RegExp(forms.map((form) => patternOf(form).source).join('|'), 'i') };
}

type Placed = { readonly line: number; readonly text: string };

function searchable(scope: Scope, text: string): string {
  return scope === 'identifiers' ? splitNames(text) : text.replaceAll('’', "'");
}

function findIn(words: readonly RetiredWord[], scope: Scope, file: string, { line, text }: Placed): readonly string[] {
  const searched = searchable(scope, text);
  return words.flatMap(({ forms, instead }) => {
    const found = forms.map((form) => patternOf(form).exec(searched)).find((match) => match !== null);
    if (found === undefined) return [];
    const place = line + searched.slice(0, found.index).split('\n').length - 1;
    return [`${file}:${place}: ${found[0].replaceAll(/\s+/g, ' ')}: say ${instead} (${glossaryFile})`];
  });
}

const patterns = new Map<string, RegExp>();

/** The words of a form, one after the other; in names and in prose. */
function patternOf(form: string): RegExp {
  const words = form.split(/[\s-]+/).map((word) => word.replaceAll(/[^\w']/g, String.raw`\$&`));
  const pattern =
    patterns.get(form) ?? new RegExp(String.raw`(?<![\w-])${words.join(String.raw`[\s-]+`)}(?![\w-])`, 'i');
  patterns.set(form, pattern);
  return pattern;
}

/** `oddReceipts_of` → `odd Receipts of`. */
function splitNames(names: string): string {
  return names.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|[_$.-]+/g, ' ');
}

/** Each paragraph of a document, without what it quotes: code, links, pictures. */
function prose(text: string): readonly Placed[] {
  const blank = (quoted: string): string => quoted.replaceAll(/[^\n]/g, ' ');
  const plain = text
    .replaceAll(/^```[\s\S]*?^```/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/`[^`]*`/g, (quoted) => `§${blank(quoted).slice(1)}`)
    .replaceAll(/\]\([^)\s]*\)/g, (target) => `]${blank(target).slice(1)}`);
  return numbered(plain.split(/(?<=\n)(?=[\n|#-])/));
}

/** Comments on lines of their own or behind code. */
function comments(text: string): readonly Placed[] {
  return text.split('\n').flatMap((line, index) => {
    const [, own, behind] = /^\s*(?:\{?\/\*|\*(?!\/)|\/\/|--)(.*)|[;,{}()\]] \/\/ (.*)/.exec(line) ?? [];
    const comment = own ?? behind;
    return comment === undefined ? [] : [{ line: index + 1, text: comment }];
  });
}

/** What is said: the message of each entry of a catalogue, line by line. */
function messages(text: string): readonly Placed[] {
  return text.split('\n').flatMap((line, index) => {
    const [, said] = /^(?:msgid|\s+"[^"]+":) "(.+)"/.exec(line) ?? [];
    return said === undefined ? [] : [{ line: index + 1, text: said }];
  });
}

/** Names in TypeScript, line by line; texts and comments left out. */
function identifiers(file: string, text: string): readonly Placed[] {
  if (!/\.m?tsx?$/.test(file)) return [];
  const quoted = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  const names = text.replaceAll(quoted, (each) => each.replaceAll(/[^\n]/g, ' '));
  return names.split('\n').map((line, index) => ({ line: index + 1, text: line.replaceAll(/[^\w$]+/g, ' / ') }));
}

function numbered(parts: readonly string[]): readonly Placed[] {
  let line = 1;
  return parts.map((text) => {
    const placed = { line, text };
    line += text.split('\n').length - 1;
    return placed;
  });
}

function listed(cell: string): readonly string[] {
  return cell
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function isScope(name: string): name is Scope {
  return scopes.some((scope) => scope === name);
}
