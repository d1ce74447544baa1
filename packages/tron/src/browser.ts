/** The browser-safe door of this package: addresses and links, without a node client and without Node's own modules. */
export { parseAddress, type AddressFault, type ParsedAddress, type TronAddress } from './address.ts';
export { zeroAddress } from './zero-address.ts';
export { formatPaymentLink } from './payment-link.ts';
export { parseScan, type Scan } from './parse-scan.ts';
