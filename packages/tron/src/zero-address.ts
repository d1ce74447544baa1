import type { TronAddress } from './address.ts';

/** T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb: the zero address. What is sent there is burnt. */
export const zeroAddress = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' as TronAddress;

/**
 * Tells whether an address is the zero address, to which nothing should be sent: nobody has its key.
 *
 * @example
 * isZeroAddress(zeroAddress); // → true
 * isZeroAddress(usdt); // → false
 */
export function isZeroAddress(address: TronAddress): boolean {
  return address === zeroAddress;
}
