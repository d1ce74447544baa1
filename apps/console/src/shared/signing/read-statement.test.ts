import { createHash } from 'node:crypto';
import { decisionPrefix, type DecisionStatement } from '@tern/contracts/decision';
import { expect, test } from 'vitest';
import { readStatement, StatementFault } from './read-statement.ts';

const said: DecisionStatement = {
  action: 'work.takeHouseStep',
  content: { step: 'approve-cold', id: '00000000-0000-4000-8000-000000000000' },
  facts: {
    asset: 'usdt',
    amount: '900000000',
    about: [{ as: 'receiver', name: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    author: { by: 'system' },
    reason: { cause: 'cold', detail: { none: 'nothing-more' } },
    earlier: [],
    details: [],
  },
  operator: 'ada',
  askedAt: '2026-11-25T19:00:00.000Z',
};

const question = (shown: unknown, signed: unknown) => ({
  ceremonyId: '00000000-0000-4000-8000-000000000001',
  statement: JSON.stringify(shown),
  challenge: createHash('sha256')
    .update(`${decisionPrefix}${JSON.stringify(signed)}`)
    .digest('base64url'),
  relyingPartyId: 'localhost',
  timeoutMs: 1,
});

test('O05 what is shown is read from the very words the passkey signs', async () => {
  expect(await readStatement(question(said, said))).toEqual(said);
});

test('O05 a server that shows one address and has another signed is refused before a passkey is used', async () => {
  const elsewhere = { ...said, facts: { ...said.facts, about: [{ as: 'receiver', name: 'elsewhere' }] } };
  await expect(readStatement(question(said, elsewhere))).rejects.toThrow(StatementFault);
});

test('O05 words that leave out a fact are not shown, and so not signed', async () => {
  const { earlier: _left, ...facts } = said.facts;
  const short = { ...said, facts };
  await expect(readStatement(question(short, short))).rejects.toThrow(StatementFault);
});
