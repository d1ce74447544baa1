import { expect, test } from 'vitest';
import { isMessageTextKey, messageText } from './message-text.ts';

test('fills placeholders with data and never reads data as placeholders', () => {
  expect(messageText(null, 'notice.subject', { product: '{subject}', subject: 'new word' })).toBe(
    '{subject}: new word',
  );
});

test('writes in English where the language is unknown or not written yet', () => {
  expect(messageText('tlh', 'notice-word-set.subject')).toBe('anti-phishing phrase changed');
  expect(messageText(null, 'notice-word-set.subject')).toBe('anti-phishing phrase changed');
});

test('knows its keys, and nothing that objects happen to have', () => {
  expect(isMessageTextKey('push-received.title')).toBe(true);
  expect(isMessageTextKey('constructor')).toBe(false);
});

test.each([
  ['zh-Hans', '您的暗语：海。'],
  ['zh-HK', '您的暗語：海。'],
  ['ja-JP', '合言葉：海。'],
  ['de-AT', 'Ihr Kennwort: 海.'],
])('writes to a reader of %s in the nearest language', (language, text) => {
  expect(messageText(language, 'word', { word: '海' })).toBe(text);
});
