import { expect, test } from 'vitest';
import { matchPages } from './match-pages.ts';

const pages = [
  { path: '/reviews', name: 'Withdrawals', words: 'sends, payouts, approvals' },
  { path: '/terms', name: 'Fees and limits', words: 'prices, minimum' },
  { path: '/books/fees', name: 'Fees and costs', words: 'income, café' },
  { path: '/books', name: '账簿', words: '总账、试算表' },
];
const found = (typed: string): readonly string[] => matchPages(typed, pages).map(({ path }) => path);

test.each<[string, readonly string[]]>([
  ['with', ['/reviews']],
  ['PAYOUTS', ['/reviews']],
  ['fees', ['/terms', '/books/fees']],
  ['fees co', ['/books/fees']],
  // Both words, wherever they stand.
  ['income fees', ['/books/fees']],
  ['cafe', ['/books/fees']],
  // The middle of a word is nobody's word for it.
  ['drawals', []],
  ['试算', ['/books']],
  ['账', ['/books']],
  ['   ', []],
  ['.*', []],
])('“%s” finds %j', (typed, paths) => {
  expect(found(typed)).toEqual(paths);
});

test('a page whose name begins so stands before one that is only also called so', () => {
  const others = [{ path: '/other', name: 'Elsewhere', words: 'withdrawals' }, ...pages];
  expect(matchPages('withdrawals', others).map(({ path }) => path)).toEqual(['/reviews', '/other']);
});

test('there are never more than six', () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ path: `/${at}`, name: `Page ${at}`, words: '' }));
  expect(matchPages('page', many)).toHaveLength(6);
});
