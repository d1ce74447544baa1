/** A piece of a text that a site wants signed: shown as it is, or by the names of characters that cannot be seen. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly name: string };

// Line breaks and tabs are layout. Everything else here has no picture of its own, or turns the direction of what follows.
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
const blank = /\s/u;

/** Line breaks and columns without a letter that honest texts have at most; more of them push what follows out of sight. */
const breaksMax = 4;
const columnsMax = 24;
const tabColumns = 8;

/**
 * Splits a text so that nothing in it stays unseen: the person signs what they read. The texts of all parts, joined, are the
 * text.
 *
 * @example
 * splitMessage('Harbour\u200bMarket'); // → text “Harbour”, hidden “U+200B”, text “Market”
 * splitMessage(`Sign in${'\n'.repeat(300)}and pay`); // → text “Sign in”, hidden “U+000A × 300”, text “and pay”
 */
export function splitMessage(text: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let plain = '';
  function hide(unseen: string, name: string) {
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push({ kind: 'hidden', text: unseen, name });
  }
  const characters = [...text];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    const blanks = readBlanks(characters, index);
    if (blanks.length > 0) {
      if (isGap(blanks)) hide(blanks.join(''), nameGap(blanks));
      else plain += blanks.join('');
      index += blanks.length - 1;
    } else if (hidden.test(character) && !isHonest(characters, index)) hide(character, nameOf(character));
    else plain += character;
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return parts;
}

/** Spaces, tabs and line breaks from here on, with nothing between them. */
function readBlanks(characters: readonly string[], from: number): readonly string[] {
  let end = from;
  while (isBlank(characters, end)) end += 1;
  return characters.slice(from, end);
}

function isBlank(characters: readonly string[], index: number): boolean {
  const character = characters[index];
  if (character === undefined) return false;
  // The break of a line as some systems write it.
  if (character === '\r') return characters[index + 1] === '\n';
  return blank.test(character) && !hidden.test(character);
}

function isGap(blanks: readonly string[]): boolean {
  const lines = blanks.join('').split('\n');
  const widest = Math.max(...lines.map((line) => line.length + (tabColumns - 1) * (line.split('\t').length - 1)));
  return lines.length - 1 > breaksMax || widest > columnsMax;
}

function nameGap(blanks: readonly string[]): string {
  const counted = blanks.filter((character) => character !== '\r');
  return `${[...new Set(counted)].map(nameOf).join(' ')} × ${counted.length}`;
}

const joiners: ReadonlySet<string | undefined> = new Set(['\u200c', '\u200d']);
const forms: ReadonlySet<string | undefined> = new Set(['\ufe0e', '\ufe0f']);
const joined = /[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const unjoined = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

// Scripts that need joiners have them within words, as emoji have them between pictures; one selector chooses the form of the
// character before it. Without these the text would be shown wrong.
function isHonest(characters: readonly string[], index: number): boolean {
  const before = characters[index - 1] ?? '';
  const here = characters[index];
  const after = characters[index + 1] ?? '';
  if (forms.has(here)) return before !== '' && !hidden.test(before);
  if (!joiners.has(here)) return false;
  return (joined.test(before) || forms.has(before)) && !unjoined.test(before) && joined.test(after);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
