import { expect, test } from 'vitest';
import { readAddresses } from './read-addresses.ts';

const one = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const other = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';

test('a pasted list is read in its order, each address once, however it is set apart', () => {
  expect(readAddresses(`${one}\n"${other}";${one}, '${other}'\r\n`)).toEqual({ addresses: [one, other], unread: [] });
  expect(readAddresses('  ')).toEqual({ addresses: [], unread: [] });
});

test('what is no address is named, so that a heading or a cut line is not left out in silence', () => {
  expect(readAddresses(`address\n${one}\n${other.slice(0, 30)}`)).toEqual({
    addresses: [one],
    unread: ['address', other.slice(0, 30)],
  });
});
