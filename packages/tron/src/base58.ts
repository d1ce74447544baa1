const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const digitOf = new Map(Array.from(alphabet, (letter, digit) => [letter, BigInt(digit)] as const));

const largeBase = 58 ** 5;

/**
 * True where every character belongs to the base58 alphabet (no 0, O, I, l, and nothing outside ASCII).
 *
 * @example
 * isBase58('TR7NHqjeKQ'); // → true
 * isBase58('TR0NHqjeKQ'); // → false
 */
export function isBase58(text: string): boolean {
  return Array.from(text).every((letter) => digitOf.has(letter));
}

/**
 * Bytes as base58; each leading zero byte becomes a leading `1`. For short texts: the work grows with the square.
 *
 * @example
 * encodeBase58(Uint8Array.of(0, 1, 255)); // → '19p'
 */
export function encodeBase58(bytes: Uint8Array): string {
  // Digits of base 58^5, the largest power whose carries stay whole numbers; reading a block encodes thousands of these.
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let at = 0; at < digits.length; at += 1) {
      const value = (digits[at] ?? 0) * 256 + carry;
      carry = Math.floor(value / largeBase);
      digits[at] = value - carry * largeBase;
    }
    if (carry > 0) digits.push(carry);
  }
  let text = '';
  for (const digit of digits) {
    let rest = digit;
    for (let letters = 0; letters < 5; letters += 1) {
      const next = Math.floor(rest / 58);
      text = alphabet.charAt(rest - next * 58) + text;
      rest = next;
    }
  }
  return '1'.repeat(leadingZeros(bytes)) + text.replace(/^1+/, '');
}

/**
 * The bytes behind base58 text; `undefined` where a character is outside the alphabet.
 *
 * @example
 * decodeBase58('19p'); // → Uint8Array.of(0, 1, 255)
 * decodeBase58('0'); // → undefined
 */
export function decodeBase58(text: string): Uint8Array | undefined {
  let value = 0n;
  for (const letter of text) {
    const digit = digitOf.get(letter);
    if (digit === undefined) return undefined;
    value = value * 58n + digit;
  }
  const reversed: number[] = [];
  for (; value > 0n; value >>= 8n) reversed.push(Number(value & 0xffn));
  const zeros = text.length - text.replace(/^1+/, '').length;
  return Uint8Array.of(...new Uint8Array(zeros), ...reversed.reverse());
}

function leadingZeros(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? bytes.length : first;
}
