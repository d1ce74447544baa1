// Who signed a text, computed from the definitions alone: Keccak (FIPS 202 with the padding of 2011) and the recovery of SEC 1,
// 4.1.6. It shares no code with the signer, so that both are not wrong together. Slow, and for tests only.

const mask = (1n << 64n) - 1n;
const prime = 2n ** 256n - 2n ** 32n - 977n;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const generator: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

type Point = { readonly x: bigint; readonly y: bigint } | undefined;

/** The last 20 bytes of the hash of the key that signed the text, as hexadecimal text. */
export function recoverByHand(text: Uint8Array, signatureHex: string): string {
  const prefix = Buffer.concat([Buffer.of(0x19), Buffer.from(`TRON Signed Message:\n${text.length}`)]);
  const digest = readNumber(keccak256(Buffer.concat([prefix, text])));
  const r = BigInt(`0x${signatureHex.slice(0, 64)}`);
  const s = BigInt(`0x${signatureHex.slice(64, 128)}`);
  const isOdd = BigInt(Number.parseInt(signatureHex.slice(128), 16) - 27);
  const root = power(r ** 3n + 7n, (prime + 1n) / 4n);
  const y = (root & 1n) === isOdd ? root : prime - root;
  const inverse = invert(r, order);
  const key = add(
    multiply(generator, modulo(-digest * inverse, order)),
    multiply({ x: r, y }, modulo(s * inverse, order)),
  );
  if (key === undefined) throw new Error('no key');
  const point = Buffer.from(key.x.toString(16).padStart(64, '0') + key.y.toString(16).padStart(64, '0'), 'hex');
  return Buffer.from(keccak256(point).slice(12)).toString('hex');
}

function keccak256(bytes: Uint8Array): Uint8Array {
  const rate = 136;
  const padded = new Uint8Array((Math.floor(bytes.length / rate) + 1) * rate);
  padded.set(bytes);
  padded[bytes.length] = 1;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80;
  let state: bigint[] = Array.from({ length: 25 }, () => 0n);
  for (let at = 0; at < padded.length; at += rate) {
    const block = Buffer.from(padded.subarray(at, at + rate));
    state = permute(state.map((lane, index) => (index < 17 ? lane ^ block.readBigUInt64LE(index * 8) : lane)));
  }
  const out = Buffer.alloc(32);
  for (let index = 0; index < 4; index += 1) out.writeBigUInt64LE(state[index] ?? 0n, index * 8);
  return out;
}

/** Lanes are numbered x + 5y. */
function permute(start: readonly bigint[]): bigint[] {
  let lanes = [...start];
  let register = 1;
  for (let round = 0; round < 24; round += 1) {
    const columns = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ get(lanes, x + y), 0n));
    lanes = lanes.map((lane, at) => lane ^ get(columns, (at + 4) % 5) ^ rotate(get(columns, (at + 1) % 5), 1));
    const moved = [...lanes];
    for (let [x, y, step] = [1, 0, 0]; step < 24; step += 1) {
      const [nextX, nextY] = [y, (2 * x + 3 * y) % 5];
      moved[nextX + 5 * nextY] = rotate(get(lanes, x + 5 * y), (((step + 1) * (step + 2)) / 2) % 64);
      [x, y] = [nextX, nextY];
    }
    lanes = moved.map((lane, at) => {
      const row = at - (at % 5);
      return lane ^ (~get(moved, row + ((at + 1) % 5)) & mask & get(moved, row + ((at + 2) % 5)));
    });
    for (let bit = 0; bit < 7; bit += 1) {
      if ((register & 1) === 1) lanes[0] = get(lanes, 0) ^ (1n << (2n ** BigInt(bit) - 1n));
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
  }
  return lanes;
}

function get(lanes: readonly bigint[], at: number): bigint {
  return lanes[at] ?? 0n;
}

function rotate(lane: bigint, by: number): bigint {
  return ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & mask;
}

function multiply(point: Point, times: bigint): Point {
  let sum: Point;
  let doubled = point;
  for (let rest = times; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) sum = add(sum, doubled);
    doubled = add(doubled, doubled);
  }
  return sum;
}

function add(one: Point, other: Point): Point {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.x === other.x && one.y !== other.y) return undefined;
  const slope =
    one.x === other.x
      ? 3n * one.x ** 2n * invert(2n * one.y, prime)
      : (other.y - one.y) * invert(other.x - one.x, prime);
  const x = modulo(slope ** 2n - one.x - other.x, prime);
  return { x, y: modulo(slope * (one.x - x) - one.y, prime) };
}

function power(base: bigint, exponent: bigint, by = prime): bigint {
  let result = 1n;
  let squared = modulo(base, by);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * squared) % by;
    squared = (squared * squared) % by;
  }
  return result;
}

function invert(value: bigint, by: bigint): bigint {
  return power(value, by - 2n, by);
}

function modulo(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}

function readNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
