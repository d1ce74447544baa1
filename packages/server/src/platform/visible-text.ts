/** Control, format, surrogate and line-breaking characters: what could hide or forge text on a screen. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Joiners that belong to printable text: inside an emoji, and between letters of scripts that are written with them. */
const joiners = [
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})/gu,
  /(?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]])[\u200C\u200D](?=\p{L})/gv,
];

/** Whether everything in the text can be seen, and nothing changes how what stands beside it is read. */
export function isVisibleText(text: string): boolean {
  return !forbidden.test(joiners.reduce((visible, joiner) => visible.replaceAll(joiner, ''), text));
}

/** A name or remark in one line in its one form: spaces around it are dropped, those between words become one. */
export function readLine(typed: string): string {
  return typed
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ');
}
