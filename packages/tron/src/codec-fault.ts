/** Bytes that are not the message they should be. */
export class CodecFault extends Error {
  override name = 'CodecFault';
}
