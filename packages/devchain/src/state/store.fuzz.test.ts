import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from './cells.ts';
import { createStore } from './store.ts';

type World = Map<string, Cell>;

const key = fc.constantFrom('a', 'b', 'c', 'd');
const write = fc.tuple(key, fc.option(fc.nat(9), { nil: undefined }));
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('apply' as const), writes: fc.array(write, { maxLength: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('seal' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revert' as const), back: fc.nat(5) }) },
);

test('every height can be read and returned to, whatever was written, sealed and reverted', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const store = createStore();
      // The model keeps a whole copy of the world after each block.
      const sealed: World[] = [new Map()];
      let head: World = new Map();
      for (const action of steps) {
        if (action.kind === 'apply') {
          const writes = new Map(action.writes);
          store.apply(writes);
          for (const [name, value] of writes) {
            if (value === undefined) head.delete(name);
            else head.set(name, value);
          }
        } else if (action.kind === 'seal') {
          store.seal(sealed.length);
          sealed.push(new Map(head));
        } else {
          const height = Math.max(0, sealed.length - 1 - action.back);
          store.revertTo(height);
          sealed.length = height + 1;
          head = new Map(sealed[height]);
        }
        for (const name of ['a', 'b', 'c', 'd']) {
          expect(store.get(name)).toBe(head.get(name));
          for (const [height, world] of sealed.entries()) expect(store.at(height).get(name)).toBe(world.get(name));
        }
      }
    }),
  );
});
