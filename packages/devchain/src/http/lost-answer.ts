/** No answer is ever to be sent: the connection breaks, or stays open in silence until the client ends it. */
export class LostAnswer extends Error {
  override name = 'LostAnswer';
  readonly manner: 'break' | 'silence';

  constructor(manner: LostAnswer['manner']) {
    super('no answer');
    this.manner = manner;
  }
}
