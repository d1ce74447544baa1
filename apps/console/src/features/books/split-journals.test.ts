import { expect, test } from 'vitest';
import { splitJournals } from './split-journals.ts';

// Goal: wherever a file breaks off, what was kept and what comes after the last whole journal are the whole file.
// Method: files of journals with one to three lines, cut at every place into two pieces of which the second never comes.

const csv = ['\uFEFF"journal","time"', '"7","a"', '"7","b"', '"8","a"', '"12","a"', '"12","b"', '"12","c"', ''].join(
  '\r\n',
);
const json = [
  '{"type":"books"}',
  '{"type":"journal","id":"7"}',
  '{"type":"journal","id":"8"}',
  '{"type":"end"}',
  '',
].join('\n');

const restAfter = (file: string, format: 'csv' | 'jsonl', last: string | undefined): string => {
  if (last === undefined) return file;
  const mark = format === 'csv' ? `"${last}",` : `{"type":"journal","id":"${last}"`;
  const from = file.indexOf('\n', file.lastIndexOf(mark)) + 1;
  return file.slice(from);
};

test.each([
  ['csv', csv],
  ['jsonl', json],
] as const)('a file of %s is whole wherever it broke off', (format, file) => {
  for (let cut = 0; cut < file.length; cut += 1) {
    const splitter = splitJournals(format);
    const kept = splitter.push(file.slice(0, cut));
    const last = splitter.last();
    expect(last === undefined ? file : kept + restAfter(file, format, last), `cut at ${cut}`).toBe(file);
  }
});

test('a file that comes to its end in small pieces is given back as it was', () => {
  for (const [format, file] of [['csv', csv] as const, ['jsonl', json] as const]) {
    const splitter = splitJournals(format);
    let given = '';
    for (let at = 0; at < file.length; at += 5) given += splitter.push(file.slice(at, at + 5));
    expect(given + splitter.end()).toBe(file);
    expect(splitter.last()).toBe(format === 'csv' ? '12' : '8');
  }
});
