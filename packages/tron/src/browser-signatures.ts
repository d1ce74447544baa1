/** A second door for browsers, apart from the first because it brings the arithmetic of the curve along: who signed a text. */
export { recoverMessageSigner } from './recover-signer.ts';
export { readReservesText } from './reserves-text.ts';
