/** Whoever holds the keys has said no. Nothing was signed, and asking again gives the same answer. */
export class KeyRefusal extends Error {
  override name = 'KeyRefusal';
}
