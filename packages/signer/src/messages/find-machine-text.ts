import { parseAddress } from '@tern/tron/address';
import type { MessageFault } from '@tern/tron/signer-protocol';

/** Characters in codes that leave too little else to understand them by. */
const codeMax = 40;

/** Beginning of the raw bytes of a transaction: two bytes and eight bytes that name its reference block, then the expiration. */
const rawTransaction = /0a02[0-9a-f]{4}22\s*08[0-9a-f]{16}40/i;

// Hexadecimal digits, or letters and digits mixed as in base64 and base58.
const code = /(?:0x)?[0-9a-f]{16,}|(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])[\w+/-]{16,}={0,2}/gi;

/** Whether a text is made for a program, not for a person. */
export function findMachineText(text: string): MessageFault | undefined {
  if (rawTransaction.test(text)) return 'transaction';
  const trimmed = text.trim();
  if (isStructured(trimmed)) return 'structured';
  // An address is what such texts are about, and no code.
  const rest = trimmed.replaceAll(/T[1-9A-HJ-NP-Za-km-z]{33}/g, (each) =>
    'address' in parseAddress(each) ? ' ' : each,
  );
  const codes = rest.match(code) ?? [];
  if (codes.join('').length < codeMax) return undefined;
  const words = rest.replaceAll(code, ' ').match(/\p{L}{2,}/gu) ?? [];
  // Two words are a label; scripts without spaces write a sentence as one.
  return words.join('').length < 12 || (words.length < 3 && /^[\p{ASCII}\s]*$/u.test(trimmed)) ? 'opaque' : undefined;
}

function isStructured(text: string): boolean {
  if (/^\{[^]*\}$/u.test(text) || /^<[^]*>$/u.test(text)) return true;
  if (!text.startsWith('[')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
