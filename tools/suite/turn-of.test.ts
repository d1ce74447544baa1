import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { turnOf } from './turn-of.ts';

let root: string;
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
const asNobody = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com'];

function commit(file: string, text: string): void {
  writeFileSync(join(root, file), text);
  git('add', '.');
  git(...asNobody, 'commit', '-q', '-m', text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turn-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Two commits, of which the second changes `b.ts`. */
function twoCommits(): void {
  git('init', '-q', '-b', 'main');
  commit('a.ts', 'one');
  commit('b.ts', 'two');
}

test('each commit is another turn with what it changed, and the same one however often it is asked for', () => {
  twoCommits();
  expect([turnOf(root), turnOf(root)]).toEqual(Array(2).fill({ commits: 2, changed: ['b.ts'] }));
  commit('a.ts', 'three');
  expect(turnOf(root)).toEqual({ commits: 3, changed: ['a.ts'] });
});

test('what is not committed is tried as the commit that it would be', () => {
  twoCommits();
  writeFileSync(join(root, 'a.ts'), 'changed');
  writeFileSync(join(root, 'new.ts'), '');
  const before = turnOf(root);
  // What the last commit broke is tried as well.
  expect(before).toEqual({ commits: 3, changed: ['b.ts', 'a.ts', 'new.ts'] });
  commit('a.ts', 'changed again');
  expect(turnOf(root)).toEqual({ commits: 3, changed: ['a.ts', 'new.ts'] });
});

test('a merge is one commit, with all that it brings', () => {
  twoCommits();
  git('checkout', '-q', '-b', 'side');
  commit('c.ts', 'three');
  commit('d.ts', 'four');
  git('checkout', '-q', 'main');
  git(...asNobody, 'merge', '-q', '--no-ff', '-m', 'five', 'side');
  expect(turnOf(root)).toEqual({ commits: 3, changed: ['c.ts', 'd.ts'] });
});

test('what is written about it is no other turn', () => {
  twoCommits();
  writeFileSync(join(root, 'README.md'), 'more');
  expect(turnOf(root)).toEqual({ commits: 2, changed: ['b.ts', 'README.md'] });
});

test('sources in the repository of something else have no turn', () => {
  twoCommits();
  const inner = join(root, 'inner');
  mkdirSync(inner);
  writeFileSync(join(inner, 'c.ts'), '');
  expect(turnOf(inner)).toBeUndefined();
});

test('nobody knows whose turn it is without a history, at its first commit, and where it was cut off', () => {
  expect(turnOf(root)).toBeUndefined();
  git('init', '-q');
  commit('a.ts', 'one');
  expect(turnOf(root)).toBeUndefined();
  commit('b.ts', 'two');
  commit('b.ts', 'three');
  const cut = mkdtempSync(join(tmpdir(), 'turn-cut-'));
  try {
    git('clone', '-q', '--depth', '2', `file://${root}`, join(cut, 'clone'));
    expect(turnOf(join(cut, 'clone'))).toBeUndefined();
  } finally {
    rmSync(cut, { recursive: true });
  }
});
