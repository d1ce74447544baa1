import { assert } from '@tern/base/assert';

/** Files under names, on a disk or elsewhere. A name is written once. */
export type ObjectStore = {
  /** Durable when it returns; before, nothing is there under the name. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined where nothing is under the name. */
  readonly get: (name: string) => Promise<Buffer | undefined>;
  /** Does nothing where nothing is under the name. */
  readonly remove: (name: string) => Promise<void>;
  /** What there is, in the order of names, from behind `after` on. */
  readonly list: (page: { readonly after?: string | undefined; readonly limit: number }) => Promise<readonly Stored[]>;
  /** Takes away what a process left behind that died while writing before `before`. Returns how many. */
  readonly clearUnfinished: (before: Date) => Promise<number>;
};

export type Stored = { readonly name: string; readonly storedAt: Date };

/** The store did not do what it was asked: it cannot be reached, is full, or refuses us. */
export class StoreFault extends Error {
  override name = 'StoreFault';
}

/** Names are ours and harmless everywhere: they never hold anything a person typed. */
export function checkName(name: string): void {
  assert(/^[0-9a-f]{32}\.webp$/.test(name), 'a name of the store is 32 hexadecimal digits and .webp');
}
