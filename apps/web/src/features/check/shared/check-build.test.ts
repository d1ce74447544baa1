import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkBuild } from './check-build.ts';

// Goal: the device says which of the files it runs is not the published one, and names the build by one fingerprint.

const bytes = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const text = `${hashOf('app')} assets/index-a.js\n${hashOf('page')} index.html\n${hashOf('other')} assets/other.js\n`;
const entry = 'assets/index-a.js';

test('files that are as the list says are right, and the fingerprint is that of the list', () => {
  const loaded = new Map([
    [entry, bytes('app')],
    ['index.html', bytes('page')],
  ]);
  expect(checkBuild(bytes(text), loaded, entry)).toEqual({ state: 'right', fingerprint: hashOf(text), files: 2 });
});

test.each([
  ['changed', entry, 'app '],
  ['not in the list', 'assets/more.js', 'app'],
])('a file that is %s is named', (_, file, content) => {
  expect(checkBuild(bytes(text), new Map([[file, bytes(content)]]), entry)).toEqual({ state: 'wrong', file });
});

test('the list of a newer build says nothing about the one that runs', () => {
  expect(checkBuild(bytes(text), new Map([[entry, bytes('another app')]]), 'assets/index-b.js')).toEqual({
    state: 'newer',
  });
});

test('what is no list is refused', () => {
  expect(() => checkBuild(bytes('<!doctype html>\n'), new Map(), entry)).toThrow(SyntaxError);
});
