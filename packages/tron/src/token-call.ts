import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { units, type Units } from '@tern/money/units';
import { addressToBytes, findAddressFromBytes, type TronAddress } from './address.ts';

/** First four bytes of keccak256 of the signature, as Solidity's ABI defines them. */
export const selectors = {
  /** transfer(address,uint256) */
  transfer: 'a9059cbb',
  /** balanceOf(address) */
  balanceOf: '70a08231',
  /** decimals() */
  decimals: '313ce567',
  /** symbol() */
  symbol: '95d89b41',
  /** isBlackListed(address), Tether's own getter */
  isBlackListed: 'e47d6060',
} as const;

/** One 32-byte word with the 20 bytes of the address at its end. */
export function addressWord(address: TronAddress): Uint8Array {
  return concatBytes(new Uint8Array(12), addressToBytes(address).slice(1));
}

export function amountWord(amount: bigint): Uint8Array {
  return hexToBytes(amount.toString(16).padStart(64, '0'));
}

/** The address in a word whose first 12 bytes are zero; `undefined` for dirty padding or another length. */
export function findWordAddress(word: Uint8Array): TronAddress | undefined {
  if (word.length !== 32 || word.subarray(0, 12).some((byte) => byte !== 0)) return undefined;
  return findAddressFromBytes(word.slice(12));
}

/** Call data of `transfer(to, amount)`: 68 bytes. */
export function encodeTransferCall(to: TronAddress, amount: Units): Uint8Array {
  return concatBytes(hexToBytes(selectors.transfer), addressWord(to), amountWord(amount));
}

/** Reads exactly what `encodeTransferCall` writes; `undefined` for any other call data. */
export function findTransferCall(data: Uint8Array): { to: TronAddress; amount: Units } | undefined {
  if (data.length !== 68 || bytesToHex(data.subarray(0, 4)) !== selectors.transfer) return undefined;
  const to = findWordAddress(data.subarray(4, 36));
  return to === undefined ? undefined : { to, amount: units(BigInt(`0x${bytesToHex(data.subarray(36))}`)) };
}
