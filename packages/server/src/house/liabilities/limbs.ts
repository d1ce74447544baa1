/**
 * Whole numbers from 0 to 2^144 - 1 in limbs of 24 bits, the lowest first. A product of two limbs has 48 bits, so six of them add up
 * exactly in a double. A bigint for each step takes several times as long, and a list has millions of amounts of up to 128 bits.
 * `width` says how many limbs of a number are used; what stands above them is not read.
 */
export type Limbs = Float64Array;

const limbCount = 6;
const limbSize = 2 ** 24;

export function makeLimbs(): Limbs {
  return new Float64Array(limbCount);
}

const tooLarge = 'an amount has to be below 2^128';

/** Reads decimal digits from `from` up to `to`. Returns the width. @throws RangeError for what does not fit or is no digit */
export function readDecimal(
  text: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  limbs: Limbs,
): number {
  let width = 0;
  for (let at = from; at < to;) {
    let [carry, factor] = [0, 1];
    for (const ends = Math.min(to, at + groupDigits); at < ends; at += 1) {
      const digit = (text[at] as number) - zero;
      if (digit < 0 || digit > 9) throw new RangeError('an amount has to be a whole number that is not negative');
      carry = carry * 10 + digit;
      factor *= 10;
    }
    for (let limb = 0; limb < width; limb += 1) {
      const value = (limbs[limb] as number) * factor + carry;
      carry = Math.floor(value / limbSize);
      limbs[limb] = value - carry * limbSize;
    }
    if (carry === 0) continue;
    if (width === limbCount) throw new RangeError(tooLarge);
    limbs[width] = carry;
    width += 1;
  }
  return width;
}

const zero = 0x30;

/** Digits at a time: a number of so many is less than a limb's size. */
const groupDigits = 7;
const group = 10 ** groupDigits;

const digits = new Uint8Array(48);
const quotient = makeLimbs();

/** Writes a number in decimal digits, from `at` on. Returns where they end. */
export function writeDecimal({ limbs, width }: Sized, text: Uint8Array, at: number): number {
  for (let limb = 0; limb < width; limb += 1) quotient[limb] = limbs[limb] as number;
  let [high, begins] = [width, digits.length];
  do {
    let rest = 0;
    for (let limb = high - 1; limb >= 0; limb -= 1) {
      const value = rest * limbSize + (quotient[limb] as number);
      const whole = Math.floor(value / group);
      quotient[limb] = whole;
      rest = value - whole * group;
    }
    while (high > 0 && quotient[high - 1] === 0) high -= 1;
    const ends = begins - groupDigits;
    do {
      const tens = (rest / 10) | 0;
      begins -= 1;
      digits[begins] = zero + rest - tens * 10;
      rest = tens;
    } while (rest > 0 || (high > 0 && begins > ends));
  } while (high > 0);
  let to = at;
  for (; begins < digits.length; begins += 1, to += 1) text[to] = digits[begins] as number;
  return to;
}

/** A number that is less than 2^(24 × width). */
export type Sized = { readonly limbs: Limbs; readonly width: number };

/** Reads 16 bytes, the highest first. Returns the width without limbs of 0 above. */
export function readSixteen(bytes: Uint8Array, at: number, limbs: Limbs): number {
  let width = 0;
  for (let limb = 0, byte = at + 15; limb < limbCount; limb += 1, byte -= 3) {
    const value = limb === limbCount - 1 ? (bytes[at] as number) : threeBytes(bytes, byte);
    limbs[limb] = value;
    if (value !== 0) width = limb + 1;
  }
  return width;
}

/** Those that end at `at`. */
function threeBytes(bytes: Uint8Array, at: number): number {
  return ((bytes[at - 2] as number) << 16) | ((bytes[at - 1] as number) << 8) | (bytes[at] as number);
}

/** Writes 16 bytes that are 0 until then, the highest first. @throws RangeError for what does not fit */
export function writeSixteen({ limbs, width }: Sized, bytes: Uint8Array, at: number): void {
  for (let limb = 0, byte = at + 15; limb < width; limb += 1, byte -= 3) {
    const value = limbs[limb] as number;
    bytes[byte] = value;
    if (limb === limbCount - 1) {
      if (value > 0xff) throw new RangeError(tooLarge);
      break;
    }
    bytes[byte - 1] = value >> 8;
    bytes[byte - 2] = value >> 16;
  }
}

/** Reads 16 drawn bytes as a fraction of 2^144: they are its highest, and the lowest bit of them is left out. */
export function readFraction(bytes: Uint8Array, at: number, limbs: Limbs): void {
  for (let limb = limbCount - 1, byte = at + 2; limb > 0; limb -= 1, byte += 3) limbs[limb] = threeBytes(bytes, byte);
  limbs[0] = ((bytes[at + 15] as number) & 0xfe) << 16;
}

/** `fraction × span ÷ 2^144`, the rest cut off, as wide as `span`. */
export function takeFraction(fraction: Limbs, { limbs: span, width }: Sized, to: Limbs): void {
  let carry = 0;
  for (let column = 0; column < limbCount + width; column += 1) {
    let sum = carry;
    const last = column < width ? column : width - 1;
    for (let limb = column < limbCount ? 0 : column - limbCount + 1; limb <= last; limb += 1)
      sum += (fraction[column - limb] as number) * (span[limb] as number);
    carry = Math.floor(sum / limbSize);
    if (column >= limbCount) to[column - limbCount] = sum - carry * limbSize;
  }
}

/** `from - small`, which is not negative; `small` from -1, and below 2^52. */
export function subtractSmall({ limbs: from, width }: Sized, small: number, to: Limbs): void {
  let taken = small;
  for (let limb = 0; limb < width; limb += 1) {
    const value = (from[limb] as number) - taken;
    taken = -Math.floor(value / limbSize);
    to[limb] = value + taken * limbSize;
  }
}

/** Takes `other`, of the same width, away from a number that is at least as large. */
export function subtract({ limbs, width }: Sized, other: Limbs): void {
  let taken = 0;
  for (let limb = 0; limb < width; limb += 1) {
    const value = (limbs[limb] as number) - (other[limb] as number) - taken;
    taken = value < 0 ? 1 : 0;
    limbs[limb] = value + taken * limbSize;
  }
}

/** Whether a number is larger than another; both have no limbs of 0 above. */
export function exceeds({ limbs, width }: Sized, other: Sized): boolean {
  if (width !== other.width) return width > other.width;
  for (let limb = width - 1; limb >= 0; limb -= 1)
    if (limbs[limb] !== other.limbs[limb]) return (limbs[limb] as number) > (other.limbs[limb] as number);
  return false;
}

/** A number as limbs; one that does not fit is taken as the largest that does. From 0. */
export function limbsOf(number: bigint): Sized {
  const limbs = makeLimbs();
  const bits = 24n * BigInt(limbCount);
  let left = number < 1n << bits ? number : (1n << bits) - 1n;
  let width = 0;
  for (; left > 0n; left >>= 24n, width += 1) limbs[width] = Number(left & 0xff_ffffn);
  return { limbs, width };
}

/** Limbs that may each be larger than their size, up to 2^53, as sums of many numbers are. */
export function bigintOf(limbs: Limbs): bigint {
  return limbs.reduceRight((sum, limb) => (sum << 24n) + BigInt(limb), 0n);
}
