import { expect, test } from 'vitest';
import { paths } from '../../shared/paths.ts';
import { listOf } from './list-of.ts';

const at = (pathname: string, search = '') => listOf({ pathname, search });

test('a list is its own, and each of its details has it', () => {
  expect(at(paths.records)).toBe(paths.records);
  expect(at(paths.record, '?id=1')).toBe(paths.records);
  expect(at(paths.message, '?id=1')).toBe(paths.messages);
  expect(at(paths.activity, '?id=1')).toBe(paths.activities);
  expect(at(paths.settings)).toBe(paths.my);
  expect(at(paths.discovery)).toBe(paths.my);
  expect(at(paths.check)).toBe(paths.my);
  expect(at(paths.connectedSites)).toBe(paths.my);
});

test('a page that no list leads to stands alone', () => {
  expect(at(paths.home)).toBeUndefined();
  expect(at(paths.transfer)).toBeUndefined();
  expect(at(paths.reward)).toBeUndefined();
  expect(at('/pages/nowhere')).toBeUndefined();
});

test('one swap belongs to the records, the list of swaps to no list', () => {
  expect(at(paths.swapRecord, '?id=1')).toBe(paths.records);
  expect(at(paths.swapRecord)).toBeUndefined();
});
