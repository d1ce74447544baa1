import { expect, test } from 'vitest';
import { foldText, searchAnswers, type Searchable } from './search-answers.ts';

const of = (title: string, words = '', body = ''): Searchable => ({ title, words, body });
const find = (all: readonly Searchable[], typed: string, locale = 'en') =>
  searchAnswers(all, typed, locale).map(({ title }) => title);

const english = [
  of('My deposit has not arrived', 'missing, pending', 'We credit a deposit after 19 confirmations.'),
  of('What does a transfer cost?', 'fee, energy, gas', 'The fee is shown before you confirm.'),
  of('How long does a transfer take?', 'slow', 'After 19 confirmations.'),
];

test('without a word everything is there, in its order, and spaces are no word', () => {
  expect(find(english, '')).toHaveLength(3);
  expect(find(english, '   ')).toHaveLength(3);
});

test('what is in a title comes before what is in other words or in the text', () => {
  const all = [of('One', '', 'fee'), of('Two', 'fee'), of('Three fee')];
  expect(find(all, 'fee')).toEqual(['Three fee', 'Two', 'One']);
});

test('every word counts: an answer with all of them comes alone, otherwise those with most', () => {
  expect(find(english, 'transfer energy')).toEqual(['What does a transfer cost?']);
  expect(find(english, 'deposit vanished')).toEqual(['My deposit has not arrived']);
  expect(find(english, 'deposit vanished completely yesterday')).toEqual([]);
  expect(find(english, '?!')).toEqual([]);
});

test('endings of longer words may differ, short words may not', () => {
  expect(find(english, 'DEPOSITS')).toEqual(['My deposit has not arrived']);
  expect(find(english, 'transferring cost')).toEqual(['What does a transfer cost?']);
  expect(find(english, 'fees')).toEqual([]);
});

test.each([
  ['de', 'Überweisung abgelehnt', 'uberweisungen'],
  ['pl', 'Opłata za przelew', 'oplata'],
  ['tr', 'Şifremi unuttum, ışık', 'isik'],
  ['vi', 'Tiền gửi chưa đến', 'tien gui chua den'],
  ['el', 'Πότε φτάνει η μεταφορά', 'ΜΕΤΑΦΟΡΑ'],
  ['ru', 'Расчёт вознаграждения', 'расчет'],
  ['ar', 'لم تصل الإيداعات', 'الايداعات'],
  ['fa', 'کارمزد انتقال', 'كارمزد'],
  ['zh-Hans', '我的充值没有到账', '充值没到账'],
  ['ja', '入金が届いていません', '入金 届かない'],
  ['ko', '입금이 도착하지 않았습니다', '입금'],
  ['th', 'เงินฝากของฉันยังไม่มาถึง', 'เงินฝาก'],
])('%s: %s is found by %s', (locale, title, typed) => {
  expect(find([of('x'), of(title)], typed, locale)).toEqual([title]);
});

test('case, accents, vowel marks and direction marks make no difference', () => {
  expect(foldText('ÉNERGIE\u200f')).toBe('energie');
  expect(foldText('مُعَلَّق')).toBe(foldText('معلق'));
  expect(foldText('İPTAL')).toBe(foldText('iptal'));
});
