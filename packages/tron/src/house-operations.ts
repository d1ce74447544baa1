/**
 * The contract types an account of the house may sign once its owner permission lies elsewhere, by Tron's numbers in
 * ascending order: transfers of TRX (1) and calls of contracts (31); of the fee account Stake 2.0 (54 to 58) beside TRX.
 */
export const houseOperations = { hot: [1, 31], fee: [1, 54, 55, 56, 57, 58] } as const satisfies Record<
  string,
  readonly number[]
>;

/**
 * Writes the 32 bytes in which an active permission names the contract types it may sign: one bit for each of Tron's
 * numbers, the lowest bit of a byte first (https://developers.tron.network/docs/multi-signature).
 *
 * @param operations Numbers of 0 to 255; larger ones are left out.
 * @example
 * operationBits([1, 31]).slice(0, 4); // → Uint8Array.of(0x02, 0, 0, 0x80)
 * operationBits([1, 31]).length; // → 32
 */
export function operationBits(operations: readonly number[]): Uint8Array {
  const bits = new Uint8Array(32);
  for (const number of operations) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
  return bits;
}

/**
 * Reads the numbers of the contract types that a permission's bits name, in ascending order.
 *
 * @example
 * listOperations(operationBits([31, 1])); // → [1, 31]
 * listOperations(Uint8Array.of(0x02)); // → [1]
 */
export function listOperations(bits: Uint8Array): readonly number[] {
  return Array.from({ length: bits.length * 8 }, (_, number) => number).filter(
    (number) => ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0,
  );
}
