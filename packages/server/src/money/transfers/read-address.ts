import { problem } from '@tern/contracts/problem';
import { parseAddress, type TronAddress } from '@tern/tron/address';

/** The address a person gave. Surrounding spaces come from copying and mean nothing. */
export function readAddress(text: string): TronAddress {
  const parsed = parseAddress(text.trim());
  if ('address' in parsed) return parsed.address;
  throw parsed.fault === 'empty' ? problem('ADDRESS_REQUIRED') : problem('ADDRESS_INVALID', { fault: parsed.fault });
}
