/** The relay did not do what it was asked to, or not in time. */
export class RelayFault extends Error {
  override name = 'RelayFault';
}

/** The relay did not do this one thing. Others may go well, so whoever asks for it again asks for the others first. */
export class CallFault extends RelayFault {
  override name = 'CallFault';
  /** Whether it said so; otherwise it said nothing in time, and may be gone. */
  readonly isAnswered: boolean;

  constructor(message: string, { isAnswered }: { readonly isAnswered: boolean }) {
    super(message);
    this.isAnswered = isAnswered;
  }
}
