import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretBox } from './secret-box.ts';

const key = randomBytes(32);

test('K02 what is sealed for one context opens for no other, and not with another key', () => {
  const sealed = secretBox(key).seal('secret', 'person 1');
  expect(secretBox(key).open(sealed, 'person 1')).toBe('secret');
  expect(() => secretBox(key).open(sealed, 'person 2')).toThrow();
  expect(() => secretBox(randomBytes(32)).open(sealed, 'person 1')).toThrow();
});

test('K02 a changed byte, wherever it is, opens nothing', () => {
  const sealed = secretBox(key).seal('secret', 'person 1');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secretBox(key).open(changed, 'person 1')).toThrow();
  }
});

test('K02 one text sealed twice looks different', () => {
  expect(secretBox(key).seal('secret', 'person 1')).not.toEqual(secretBox(key).seal('secret', 'person 1'));
});

test('K02 an older key opens what it has sealed, and seals nothing any more', () => {
  const newest = randomBytes(32);
  const ring = secretBox(newest, key);
  expect(ring.open(secretBox(key).seal('secret', 'person 1'), 'person 1')).toBe('secret');
  expect(secretBox(newest).open(ring.seal('secret', 'person 1'), 'person 1')).toBe('secret');
});
