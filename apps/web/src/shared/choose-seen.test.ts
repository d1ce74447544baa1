import { expect, test } from 'vitest';
import { chooseSeen, isKept, keptForMs, trimSeen, type SeenAnswer } from './choose-seen.ts';

const nowMs = Date.parse('2026-11-26T12:00:00Z');
const mine = { owner: 'anna', build: 'b2', nowMs };

function answer(queryKey: readonly unknown[], data: unknown, changes: Partial<SeenAnswer> = {}): SeenAnswer {
  return { owner: 'anna', build: 'b2', queryKey, readAtMs: nowMs - 60_000, data, ...changes };
}

const wallets = answer(['wallets'], { wallets: [] });

test('only what this person saw, with this version of the app, is chosen', () => {
  const others = [answer(['wallets'], { wallets: [] }, { owner: 'ben' }), { ...wallets, build: 'b1' }];
  expect(chooseSeen([...others, wallets], mine)).toEqual([wallets]);
});

test('what is older than 7 days is not chosen, nor what was read in the future', () => {
  const at = (readAtMs: number) => chooseSeen([{ ...wallets, readAtMs }], mine).length;
  expect(at(nowMs - keptForMs + 1)).toBe(1);
  expect(at(nowMs - keptForMs)).toBe(0);
  // A clock that was set right by some seconds or minutes.
  expect(at(nowMs + 60_000)).toBe(1);
  expect(at(nowMs + 60 * 60_000)).toBe(0);
  expect(at(Number.NaN)).toBe(0);
});

test('garbage is not chosen', () => {
  const garbage = [
    undefined,
    null,
    'wallets',
    {},
    [],
    { ...wallets, data: null },
    { ...wallets, data: { wallet: [] } },
    { ...wallets, queryKey: 'wallets' },
    { ...wallets, queryKey: [] },
    { ...wallets, queryKey: ['constructor'] },
    { ...wallets, readAtMs: '1' },
    answer(['records', {}], { pages: {}, pageParams: [] }),
    answer(['transfer-options', 'w1'], { options: [] }),
  ];
  expect(chooseSeen(garbage, mine)).toEqual([]);
});

test('of each kind the newest ones are chosen, within a size', () => {
  const record = (number: number, memo = '') =>
    answer(
      ['record', `r${number}`],
      { id: `r${number}`, type: 'incoming', status: 'success', assetId: 'usdt', memo },
      { readAtMs: nowMs - number },
    );
  const many = Array.from({ length: 30 }, (_, number) => record(number));
  expect(chooseSeen(many.toReversed(), mine)).toEqual(many.slice(0, 20));
  const large = [record(0, 'x'.repeat(600_000)), record(1, 'x'.repeat(600_000))];
  // What every page needs comes first, however old.
  expect(chooseSeen([...large, wallets], mine)).toEqual([wallets, large[0]]);
});

test('of a list its first page is kept, and of the account all but the anti-phishing phrase', () => {
  expect(trimSeen(['records', {}], { pages: [1, 2], pageParams: [undefined, 'c'] })).toEqual({
    pages: [1],
    pageParams: [undefined],
  });
  expect(trimSeen(['account'], { personId: 'anna', word: 'heron' })).toEqual({ personId: 'anna', word: null });
});

test('nothing one could act on is kept', () => {
  expect(isKept(['overview', 'w1'])).toBe(true);
  for (const topic of ['transfer-options', 'swap-quote', 'sessions', 'passkeys', 'profile', 'security-events']) {
    expect(isKept([topic])).toBe(false);
  }
});
