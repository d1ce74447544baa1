import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { turnOf } from './turn-of.ts';

let root: string;
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });

function commit(text: string): void {
  writeFileSync(join(root, 'page.ts'), text);
  git('add', '.');
  git('-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com', 'commit', '-q', '-m', text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turn-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('each commit is another turn, and the same one however often it is asked for', () => {
  git('init', '-q');
  commit('one');
  expect([turnOf(root), turnOf(root)]).toEqual([1, 1]);
  commit('two');
  expect(turnOf(root)).toBe(2);
});

test('everything is looked at while something is not committed, and without a history', () => {
  expect(turnOf(root)).toBeUndefined();
  git('init', '-q');
  commit('one');
  writeFileSync(join(root, 'new.ts'), '');
  expect(turnOf(root)).toBeUndefined();
  rmSync(join(root, 'new.ts'));
  writeFileSync(join(root, 'page.ts'), 'changed');
  expect(turnOf(root)).toBeUndefined();
});

test('what is written about it changes no look', () => {
  git('init', '-q');
  commit('one');
  writeFileSync(join(root, 'README.md'), 'more');
  expect(turnOf(root)).toBe(1);
});
