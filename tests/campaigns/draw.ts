/** Numbers that look random and are the same for the same seed. */
export type Draw = {
  /** A whole number of 0 to `below` − 1. */
  readonly below: (below: number) => number;
  /** True once in `of` on average. */
  readonly oneIn: (of: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** `digits` hexadecimal digits. */
  readonly hex: (digits: number) => string;
};

/** Mulberry32: 32 bits of state, enough to choose among shapes and sizes. */
export function openDraw(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    oneIn: (of) => below(of) === 0,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(''),
  };
}
