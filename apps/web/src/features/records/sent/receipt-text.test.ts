import { expect, test } from 'vitest';
import { receiptText } from './receipt-text.ts';

const receipt = {
  title: 'Sent',
  amount: '250.00',
  unit: 'USDT',
  lines: [
    { term: 'Status', value: 'Success' },
    { term: 'To', value: 'TMp7sLw3YdQk9RbV2nXeGf6Jh8tZac4HxZ', isCode: true },
  ],
  explorerUrl: 'https://explorer.example/tx/1',
  made: 'Tern · 21 Nov 2026, 14:32',
} as const;

test('each fact has a line, the explorer’s page included', () => {
  expect(receiptText(receipt).split('\n')).toEqual([
    'Sent: 250.00 USDT',
    'Status: Success',
    'To: TMp7sLw3YdQk9RbV2nXeGf6Jh8tZac4HxZ',
    'https://explorer.example/tx/1',
    'Tern · 21 Nov 2026, 14:32',
  ]);
});

test('without an explorer there is no link', () => {
  expect(receiptText({ ...receipt, explorerUrl: null })).not.toContain('https://');
});
