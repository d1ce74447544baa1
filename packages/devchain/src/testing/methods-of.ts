/** Names of everything that can be called on a client's object, in order; what begins with an underscore is its own affair. */
export function methodsOf(object: object): string[] {
  const names = new Set<string>();
  for (let owner = object; owner !== Object.prototype; owner = Object.getPrototypeOf(owner) as object) {
    for (const name of Object.getOwnPropertyNames(owner)) {
      const value: unknown = Object.getOwnPropertyDescriptor(owner, name)?.value;
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name);
    }
  }
  return [...names].toSorted();
}
