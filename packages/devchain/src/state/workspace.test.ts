import { expect, test } from 'vitest';
import { createWorkspace } from './workspace.ts';

const below = { get: (key: string) => (key === 'old' ? 1 : undefined) };

test('reads what is below until something is written over it', () => {
  const state = createWorkspace(below);
  expect(state.get('old')).toBe(1);
  state.set('old', 2);
  expect(state.get('old')).toBe(2);
  state.set('old', undefined);
  expect(state.get('old')).toBeUndefined();
});

test('a rollback undoes everything since its mark and nothing before', () => {
  const state = createWorkspace(below);
  state.set('kept', 1);
  const mark = state.mark();
  state.set('kept', 2);
  state.set('new', 3);
  state.set('old', undefined);
  state.rollback(mark);
  expect([...state.writes()]).toEqual([['kept', 1]]);
  expect(state.get('old')).toBe(1);
});

test('every replacement is told in order, with what was there; what was rolled back is not', () => {
  const state = createWorkspace(below);
  state.set('old', 2);
  state.set('old', 3);
  const mark = state.mark();
  state.set('new', 4);
  state.rollback(mark);
  expect(state.replacements()).toEqual([
    { key: 'old', before: 1, after: 2 },
    { key: 'old', before: 2, after: 3 },
  ]);
});
