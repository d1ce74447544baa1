import { randomUUID } from 'node:crypto';
import type { ProblemCode } from '@tern/contracts/problems/catalogue';
import type { RecordView } from '@tern/contracts/routes/records';
import type { DraftView } from '@tern/contracts/routes/transfers';
import type { ApiAnswer } from '@tern/testkit/system/api-client';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForDraft, registerCompany, watchRefusals, type Refusals } from './support/refusals.ts';

// Goal: whatever is sent to the API about transfers, a clear refusal with its code, and nothing half done. Method: the whole
// system over real HTTP; before and after each refusal the same money, holds and withdrawals.
let system: System;
let refusals: Refusals;
let ana: Person;
let ben: Person;
const stranger = freshAddress();

beforeAll(async () => {
  system = await startSystem({ settings: { TRON_NODE_TIMEOUT_MS: '3000' } });
  refusals = watchRefusals(system);
  ({ ana, ben } = await registerCompany(system));
});
afterAll(() => system.stop());

beforeEach(() => refusals.remember());
afterEach(() => system.chain.clearFaults());

const ask = (change: Readonly<Record<string, unknown>>): Promise<ApiAnswer> => askForDraft(ana, ben, change);

describe('amounts', () => {
  const twoTo256 = String(2n ** 256n);
  const notNumbers = ['-1', '-0', '+1', '1e3', '0x1', '１', '١', '٫5', '1.', '.5', '1.2.3', ' 1', '1\u00a0', '01'];
  const words = ['NaN', 'Infinity', 'null', 'all', '１２３', '½', '1\u200b', '¹'];
  const refused: (readonly [amount: unknown, code: ProblemCode, data?: object])[] = [
    ['', 'AMOUNT_REQUIRED'],
    ...[...notNumbers, ...words].map((typed) => [typed, 'AMOUNT_INVALID', { fault: 'not-a-number' }] as const),
    ['1,000', 'AMOUNT_INVALID', { fault: 'separators' }],
    ['1.1234567', 'AMOUNT_INVALID', { fault: 'too-many-decimals' }],
    ['1.0000000', 'AMOUNT_INVALID', { fault: 'too-many-decimals' }],
    [twoTo256, 'AMOUNT_INVALID', { fault: 'too-large' }],
    ['9'.repeat(78), 'AMOUNT_INVALID', { fault: 'too-large' }],
    ['9'.repeat(120), 'AMOUNT_INVALID', { fault: 'too-large' }],
    ['0', 'AMOUNT_INVALID', { fault: 'zero' }],
    ['0.000000', 'AMOUNT_INVALID', { fault: 'zero' }],
    ['0.999999', 'AMOUNT_BELOW_MINIMUM', { assetId: 'usdt', limit: '1000000' }],
    ['20000.000001', 'AMOUNT_ABOVE_MAXIMUM', { assetId: 'usdt', limit: '20000000000' }],
    ['9'.repeat(121), 'INPUT_INVALID'],
    ['1\u0000', 'INPUT_INVALID'],
    [2, 'INPUT_INVALID'],
    [null, 'INPUT_INVALID'],
    [['2'], 'INPUT_INVALID'],
    [{}, 'INPUT_INVALID'],
    [true, 'INPUT_INVALID'],
  ];

  for (const [amount, code, data] of refused) {
    test(`M05 ${JSON.stringify(amount)} is refused as ${code}`, async () => {
      await refusals.expectRefusal(await ask({ amount }), code, data);
    });
  }

  test('more than there is is refused with what there is', async () => {
    const answer = await ask({ assetId: 'trx', amount: '10' });
    await refusals.expectRefusal(answer, 'INSUFFICIENT_BALANCE', { assetId: 'trx', available: '0' });
  });
});

describe('addresses', () => {
  const valid = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
  const invalid = [
    ['a wrong checksum', `${valid.slice(0, -1)}D`],
    ['the hexadecimal form', '415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb'],
    ['the form of Ethereum', '0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb'],
    ['other letters', valid.toLowerCase()],
    ['one letter missing', valid.slice(0, -1)],
    ['a space inside', `${valid.slice(0, 10)} ${valid.slice(10)}`],
    ['a letter from another script', valid.replace('a', 'а').replace('T', 'Т')],
    ['a Bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['anything', 'to my mother'],
  ] as const;
  test.each(invalid)('M29 %s is no address', async (_, to) => {
    await refusals.expectRefusal(await ask({ to }), 'ADDRESS_INVALID');
  });

  test('M29 no address is asked for', async () => {
    await refusals.expectRefusal(await ask({ to: '  ' }), 'ADDRESS_REQUIRED');
  });

  test('M29 M09 nothing is sent to the zero address, to a token, or to the house itself', async () => {
    const { usdt: usdtContract, reward: rewardContract } = system.contracts;
    const refused = [
      ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'zero-address'],
      [usdtContract, 'token-contract'],
      [rewardContract, 'token-contract'],
      [system.hotAddress, 'house-address'],
    ] as const;
    for (const [to, reason] of refused) await refusals.expectRefusal(await ask({ to }), 'ADDRESS_REFUSED', { reason });
  });

  test('M09 nothing is sent to oneself', async () => {
    await refusals.expectRefusal(await ask({ to: ana.wallet.address }), 'ADDRESS_OWN');
  });

  test('an address longer than any is no request', async () => {
    await refusals.expectRefusal(await ask({ to: 'T'.repeat(201) }), 'INPUT_INVALID');
  });

  test('a network the asset does not use is refused', async () => {
    await refusals.expectRefusal(await ask({ networkId: 'ethereum' }), 'NETWORK_REQUIRED');
  });

  test('a warning nobody acknowledged stops the draft', async () => {
    const answer = await ask({ to: stranger, acknowledged: [] });
    await refusals.expectRefusal(answer, 'WARNING_NOT_ACKNOWLEDGED', {
      verdicts: ['first-time', 'never-used-on-chain'],
    });
  });

  test('a memo with control characters or too long is refused', async () => {
    await refusals.expectRefusal(await ask({ memo: 'a\u0007b' }), 'MEMO_INVALID');
    await refusals.expectRefusal(await ask({ memo: 'x'.repeat(300) }), 'MEMO_INVALID');
  });
});

describe('a second submit', () => {
  let draft: DraftView;
  beforeAll(async () => {
    draft = await ana.draft({ to: ben.wallet.address, assetId: 'usdt', amount: '7' });
  });

  test('M02 M03 gets the first answer again, byte for byte, and another use of its key or draft a refusal', async () => {
    const other = await ana.draft({ to: ben.wallet.address, assetId: 'usdt', amount: '8' });
    const key = randomUUID();
    const first = await ana.confirm(draft, { key });
    expect(first.status, first.text).toBe(200);
    await refusals.remember();
    const again = await ana.confirm(draft, { key });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    await refusals.expectNothingDone();
    await refusals.expectRefusal(await ana.confirm(draft), 'DRAFT_USED');
    await refusals.expectRefusal(await ana.confirm(other, { key }), 'IDEMPOTENCY_KEY_REUSED');
  });

  test('M04 a draft is confirmed by its owner, as it was shown, or not at all', async () => {
    const fresh = await ana.draft({ to: ben.wallet.address, assetId: 'usdt', amount: '9' });
    await refusals.expectRefusal(await ana.confirm({ ...fresh, hash: '0'.repeat(64) }), 'DRAFT_CHANGED');
    await refusals.expectRefusal(await ben.confirm(fresh), 'NOT_FOUND');
    await refusals.expectRefusal(await ana.confirm({ ...fresh, id: randomUUID() }), 'NOT_FOUND');
  });

  test.each([[{}], [{ 'idempotency-key': '' }], [{ 'idempotency-key': '1' }]])(
    'M02 a send with the headers %j has no key',
    async (headers) => {
      const answer = await ana.api.send({
        method: 'POST',
        path: `/transfers/drafts/${draft.id}/confirm`,
        headers,
        body: { hash: draft.hash, tradePassword: ana.tradePassword, authenticatorCode: '123456' },
      });
      await refusals.expectRefusal(answer, 'INPUT_INVALID');
    },
  );
});

describe('a node that does not answer as it should', () => {
  const faults = [
    ['throttles', { kind: 'throttle' }],
    ['answers 429', { kind: 'http', status: 429 }],
    ['answers 503 in HTML', { kind: 'http', status: 503 }],
    ['times out', { kind: 'delay', delayMs: 4_500 }],
  ] as const;

  test.each(faults)('that %s: a draft to the chain is refused, what needs no chain goes on', async (_, fault) => {
    await system.chain.setFault({ ...fault, path: '/wallet/' });
    const report = await ana.api.post<{ readonly fee: string | null }>('/transfers/check-address', {
      walletId: ana.wallet.id,
      assetId: 'usdt',
      to: stranger,
    });
    expect(report.fee).toBeNull();
    await refusals.expectRefusal(await ask({ to: stranger }), 'FEE_UNKNOWN');
    expect((await ask({ amount: '2' })).status).toBe(200);
    expect((await ana.api.send({ method: 'GET', path: '/records' })).status).toBe(200);
    await refusals.expectNothingDone();
  });

  test.each(faults)('that %s: a send under way waits and is paid once it answers again', async (_, fault) => {
    const draft = await ana.draft({ to: freshAddress(), assetId: 'usdt', amount: '2' });
    await system.chain.setFault({ ...fault, path: '/wallet' });
    const answer = await ana.confirm(draft);
    expect(answer.status, answer.text).toBe(200);
    const { id } = answer.body as RecordView;
    await until('the worker met the fault', async () => (await ana.record(id)).status === 'withdrawing');
    await system.chain.clearFaults();
    const paid = await mineUntil(system.chain, 'the payment', async () => {
      const record = await ana.record(id);
      return record.status !== 'withdrawing' && record;
    });
    expect(paid.status).toBe('success');
  });
});

test('afterwards nothing contradicts itself or the chain', async () => {
  expect(await system.findContradictions()).toEqual([]);
});
