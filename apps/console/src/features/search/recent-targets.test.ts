import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetRecent, keepRecent, readRecent } from './recent-targets.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const at = (n: number) => ({ path: `/people/${n}`, title: String(n) });

test('the newest stands first, each once, six at most, for each operator alone', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) keepRecent('vera', at(n));
  expect(readRecent('vera')).toEqual([3, 7, 6, 5, 4, 2].map(at));
  expect(readRecent('tom')).toEqual([]);
  forgetRecent('vera');
  expect(readRecent('vera')).toEqual([]);
});

test('only address and title are kept, whatever else is known', () => {
  keepRecent('vera', { ...at(1), typed: 'mara@example.org' } as ReturnType<typeof at>);
  expect([...stored.values()].join()).not.toContain('mara');
});

test('what somebody else wrote there leads to no other site, and a storage that refuses is empty', () => {
  const foreign = [
    { path: 'https://evil.example', title: 'a' },
    { path: '//evil.example', title: 'b' },
    at(1),
    7,
    null,
  ];
  stored.set('console-recent:vera', JSON.stringify(foreign));
  expect(readRecent('vera')).toEqual([at(1)]);
  stored.set('console-recent:vera', '{');
  expect(readRecent('vera')).toEqual([]);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
  });
  keepRecent('vera', at(1));
  expect(readRecent('vera')).toEqual([]);
});
