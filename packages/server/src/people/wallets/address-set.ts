/** A set of addresses that may take an address for a member that is none, about once in four thousand million times. */
export type AddressSet = {
  readonly size: () => number;
  readonly add: (address: string) => void;
  readonly has: (address: string) => boolean;
};

const smallest = 1 << 12;

/**
 * Opens an empty set: a table of 32-bit prints at half its capacity, eight to sixteen bytes for each address. The texts of
 * a million addresses would take a hundred times a megabyte, for what the database has to confirm anyway.
 */
export function openAddressSet(): AddressSet {
  let table = new Uint32Array(smallest);
  let size = 0;
  const grow = (): void => {
    const before = table;
    table = new Uint32Array(before.length * 2);
    for (const print of before) if (print !== 0) table[findPlace(table, print)] = print;
  };
  return {
    size: () => size,
    add: (address) => {
      size += 1;
      if (size * 2 > table.length) grow();
      const print = printOf(address);
      table[findPlace(table, print)] = print;
    },
    has: (address) => {
      const print = printOf(address);
      return table[findPlace(table, print)] === print;
    },
  };
}

/** Where a print is, or the free place where it belongs. The table always has free places. */
function findPlace(table: Uint32Array, print: number): number {
  const mask = table.length - 1;
  let place = Math.imul(print, 0x9e3779b1) & mask;
  while (table[place] !== 0 && table[place] !== print) place = (place + 1) & mask;
  return place;
}

/** FNV-1a, mixed once more; never zero, which marks a free place. */
function printOf(address: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < address.length; at += 1) hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = (hash ^ (hash >>> 13)) >>> 0;
  return hash === 0 ? 1 : hash;
}
