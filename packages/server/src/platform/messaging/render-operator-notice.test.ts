import { waitingKind } from '@tern/contracts/routes/console-home';
import { expect, test } from 'vitest';
import { renderMessage } from './render-message.ts';

const values = { waiting: 'withdrawals 3, cold-orders 1', link: 'https://console.example.org/console' };

test.each([
  ['en', 'Testwallet: waiting for you', '- transfers to review: 3\n- orders to cold storage: 1\n'],
  ['zh-Hans', 'Testwallet: 有事项等待您处理', '- 待审核的转账: 3\n- 转入冷钱包的指令: 1\n'],
  ['fr', 'Testwallet: waiting for you', '- transfers to review: 3\n- orders to cold storage: 1\n'],
])('an operator reads in %s how much of what waits, and where to decide it', (language, subject, lines) => {
  const mail = renderMessage('operator-waiting', values, { language, productName: 'Testwallet' });
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(lines);
  expect(mail.text).toContain('https://console.example.org/console');
});

test.each([
  ['en', /^[a-z][a-z ]+$/i],
  ['zh-Hans', /\p{Script=Han}/u],
] as const)('whatever can wait has words of its own in %s', (language, words) => {
  const waiting = waitingKind.options.map((kind) => `${kind} 7`).join(', ');
  const { text } = renderMessage('operator-waiting', { ...values, waiting }, { language, productName: 'Testwallet' });
  const said = [...text.matchAll(/^- (.+): 7$/gm)].map(([, line = '']) => line);
  expect(new Set(said).size).toBe(waitingKind.options.length);
  for (const line of said) expect(line).toMatch(words);
});
