/** Text for a terminal: what would steer it, or turn the text around it, is shown as its number. Lines stay lines. */
export function toPrintable(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
