/** The digits of a code of six, from whatever was typed or pasted. */
export function readCode(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, 6);
}
