import type { MessageFault } from '@tern/tron/signer-protocol';

/** So many invisible characters an honest text may have: a mark of direction, a soft hyphen, a space of no width. */
const invisibleMax = 8;

/** Marks on one letter; more of them cover what stands around it. */
const marksMax = 6;

// Line breaks and tabs are layout. U+0085, U+2028 and U+2029 break lines in some programs and not in others.
const controls = /(?!\r\n)[\p{Cc}\u2028\u2029](?<![\n\t])|\p{Cs}|\p{Co}|\p{Cn}/u;
const turning = /[\u202a-\u202e]/u;
const tags = /[\u{e0000}-\u{e007f}]/u;
// One selector chooses the form of the character before it; a row of them, or one without such a character, carries data.
const selectors =
  /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}][\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/u;
// What stands below or beside so much of nothing is not on the screen of whoever reads the beginning.
const emptiness = /(?:\r?\n[\p{Zs}\t]*){10}|[\p{Zs}\t]{65}/u;
// Scripts that need them have joiners within words, emoji between pictures.
const honestJoiners =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\ufe0f])(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether the characters of a text can all be shown to the person who is to read it. */
export function findHidden(text: string): MessageFault | undefined {
  if (controls.test(text)) return 'unreadable';
  if (new RegExp(String.raw`\p{M}{${marksMax + 1}}`, 'u').test(text)) return 'unreadable';
  if (turning.test(text) || tags.test(text) || selectors.test(text) || emptiness.test(text)) return 'hidden-text';
  const uncommon =
    text
      .replaceAll(honestJoiners, '')
      .replaceAll(/[\ufe0e\ufe0f]/gu, '')
      .match(invisible) ?? [];
  return uncommon.length > invisibleMax ? 'hidden-text' : undefined;
}
