/**
 * The contract types an account of the house may sign once its owner permission lies elsewhere, by Tron's numbers in
 * ascending order: transfers of TRX (1) and calls of contracts (31); of the fee account Stake 2.0 (54 to 58) beside TRX.
 */
export const houseOperations = { hot: [1, 31], fee: [1, 54, 55, 56, 57, 58] } as const satisfies Record<
  string,
  readonly number[]
>;

/** The 32 bytes in which a permission names contract types: a bit for each number, the lowest bit of a byte first. */
export function operationBits(operations: readonly number[]): Uint8Array {
  const bits = new Uint8Array(32);
  for (const number of operations) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
  return bits;
}

/** The numbers whose bits are set, in ascending order. */
export function listOperations(bits: Uint8Array): readonly number[] {
  return Array.from({ length: bits.length * 8 }, (_, number) => number).filter(
    (number) => ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0,
  );
}
