/** A broken promise of our own code, never of a person or a node: the request or step dies with it. */
export class AssertionFault extends Error {
  override name = 'AssertionFault';
}

/** Throws `AssertionFault` unless `condition` holds. Use for programmer faults only; people's mistakes are `DomainError`s. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFault(message);
}
