/** A piece of a text that a site wants signed: shown as it is, or as the name of a character that cannot be seen. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly codePoint: string };

// Line breaks and tabs are layout. Everything else here has no picture of its own, or turns the direction of what follows.
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/**
 * Splits a text so that nothing in it stays unseen: the person signs what they read. The parts joined, with each hidden
 * character in its place, are the text.
 *
 * @example
 * splitMessage('Harbour\u200bMarket'); // → text “Harbour”, hidden “U+200B”, text “Market”
 */
export function splitMessage(text: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let plain = '';
  const characters = [...text];
  for (const [index, character] of characters.entries()) {
    if (!hidden.test(character) || isLineEnd(characters, index) || isHonest(characters, index)) {
      plain += character;
      continue;
    }
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push({ kind: 'hidden', codePoint: nameOf(character) });
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return parts;
}

function isLineEnd(characters: readonly string[], index: number): boolean {
  return characters[index] === '\r' && characters[index + 1] === '\n';
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
