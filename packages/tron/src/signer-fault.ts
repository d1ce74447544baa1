import type { SignerRefusalCode } from './signer-protocol.ts';

/** The signer said no, for a reason it names; it has signed nothing. */
export class SignerRefusal extends Error {
  override name = 'SignerRefusal';
  readonly code: SignerRefusalCode;
  /** The reason without its code. */
  readonly detail: string;

  constructor(code: SignerRefusalCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

/** The signer gave no usable answer. It may have signed: ask again with the same order, the bytes will be the same. */
export class SignerUnavailable extends Error {
  override name = 'SignerUnavailable';
}
