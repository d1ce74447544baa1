/**
 * A second door for browsers, apart from the first because it brings the arithmetic of the curve along: who signed a text or a
 * transaction.
 */
export { recoverMessageSigner, recoverSigner } from './recover-signer.ts';
export { readReservesText } from './reserves-text.ts';
