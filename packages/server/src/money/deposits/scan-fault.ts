/**
 * Why the reading of blocks stands still. `nodes-disagree`: one of two nodes lies or errs · `chain-broken`: the next
 * block does not follow the last one booked, as on another network or after a wiped chain · `books-differ`: a block read
 * again tells a booked inflow in another way. Nothing is credited meanwhile.
 */
export class ScanFault extends Error {
  override name = 'ScanFault';
  readonly kind: 'nodes-disagree' | 'chain-broken' | 'books-differ';

  constructor(kind: ScanFault['kind'], detail: string) {
    super(`${kind}: ${detail}`);
    this.kind = kind;
  }
}
