import { DomainError } from '@tern/contracts/problem';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { getAddress } from '@tern/tron/address';
import { zeroAddress } from '@tern/tron/browser';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAsset } from '../../chain/assets/public.ts';
import { closeAssetNow } from '../../chain/assets/testing/close-asset-now.ts';
import { limitKey, limitRate } from '../../platform/limits/public.ts';
import { createPayoutWorld, type PayoutWorld } from '../payouts/testing/payout-world.ts';
import { checkAddress } from './check-address.ts';
import { createDraft } from './create-draft.ts';
import { listTransferOptions } from './list-transfer-options.ts';
import { randomAddress, willingFactors, type DraftInput, type TestPerson } from './testing/sending-world.ts';

let world: PayoutWorld;
let ana: TestPerson;
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 100_000_000_000n, trx: 100_000_000_000n, reward: 10n ** 24n });
});
afterAll(() => world.close());

async function codeOf(draft: Promise<unknown>): Promise<unknown> {
  const error = await draft.catch((thrown: unknown) => thrown);
  if (!(error instanceof DomainError)) return error;
  return error.data === undefined ? error.code : [error.code, error.data];
}

function verdictsOf(to: string, assetId: 'usdt' | 'trx' = 'usdt', person = ana) {
  return checkAddress(world.deps, { ...person, assetId, to }).then(({ verdicts }) =>
    verdicts.map(({ code, severity }) => `${severity} ${code}`),
  );
}

describe('M29 what is known about a receive address', () => {
  test('the hazards money cannot come back from are refusals', async () => {
    const { contracts } = world.chain.info();
    expect(await verdictsOf(zeroAddress)).toEqual(['refusal zero-address']);
    expect(await verdictsOf(contracts.usdt.base58)).toEqual(['refusal token-contract']);
    expect(await verdictsOf(contracts.reward.base58, 'trx')).toEqual(['refusal token-contract']);
    expect(await verdictsOf(world.hotAddress)).toEqual(['refusal house-address']);
    expect(await verdictsOf(ana.address)).toEqual(['refusal own-wallet']);
    const bad = randomAddress();
    await world.asTokenOwner('addBlackList(address)', [{ type: 'address', value: bad }]);
    expect(await verdictsOf(bad)).toEqual(['refusal blacklisted']);
    expect(await verdictsOf(bad, 'trx')).toEqual(['warning first-time', 'warning never-used-on-chain']);
    expect(await codeOf(world.draft(ana, { to: bad, amount: '5' }))).toEqual([
      'ADDRESS_REFUSED',
      { reason: 'blacklisted' },
    ]);
  });

  test('fresh, token-holding and activated addresses are told apart, and cost differently', async () => {
    const [fresh, holder, active] = [randomAddress(), randomAddress(), randomAddress()];
    await world.chain.admin.faucetToken('usdt', holder, 1n);
    await world.chain.admin.faucetTrx(active, 1n);
    await world.chain.admin.mine();
    const look = (to: string, assetId: 'usdt' | 'trx' = 'usdt') => checkAddress(world.deps, { ...ana, assetId, to });
    expect(await verdictsOf(fresh)).toEqual(['warning first-time', 'warning never-used-on-chain']);
    expect(await verdictsOf(holder)).toEqual(['warning first-time', 'info not-activated-on-tron']);
    expect(await verdictsOf(active)).toEqual(['warning first-time']);
    expect([
      (await look(fresh)).receiverClass,
      (await look(holder)).receiverClass,
      (await look(active)).receiverClass,
    ]).toEqual(['not-activated', 'holds-token', 'no-token']);
    expect(BigInt((await look(holder)).fee ?? 0)).toBeLessThan(BigInt((await look(active)).fee ?? 0));
    expect(BigInt((await look(active, 'trx')).fee ?? 0)).toBeLessThan(BigInt((await look(fresh, 'trx')).fee ?? 0));
  });

  test('M09 another person’s address is an internal transfer without a fee', async () => {
    const ben = await world.person();
    const report = await checkAddress(world.deps, { ...ana, assetId: 'usdt', to: ben.address });
    expect(report).toMatchObject({ settlement: 'internal', receiverClass: 'internal', fee: '0' });
    expect(report.verdicts.map(({ code }) => code)).toEqual(['person-here', 'first-time']);
  });

  test.each([
    ['', 'ADDRESS_REQUIRED'],
    ['   ', 'ADDRESS_REQUIRED'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', ['ADDRESS_INVALID', { fault: 'bad-checksum' }]],
    ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', ['ADDRESS_INVALID', { fault: 'evm-form' }]],
    ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', ['ADDRESS_INVALID', { fault: 'hex-form' }]],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', ['ADDRESS_INVALID', { fault: 'bad-length' }]],
    [
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      ['ADDRESS_INVALID', { fault: 'bad-alphabet' }],
    ],
    ['ＴR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', ['ADDRESS_INVALID', { fault: 'bad-alphabet' }]],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ['ADDRESS_INVALID', { fault: 'bad-prefix' }]],
  ])('%j is %j', async (to, expected) => {
    expect(await codeOf(world.draft(ana, { to, amount: '5' }))).toEqual(expected);
  });
});

test('the checks come in the order in which a person can act on them', async () => {
  const poor = await world.person({ usdt: 5_000_000n });
  const input = {
    ...poor,
    assetId: 'usdt',
    networkId: '',
    to: '',
    amount: '',
    feeFrom: 'balance',
    acknowledged: [],
    memo: 'a\nb',
  } as const;
  const none = { tradePasswordSet: false, authenticatorBound: false, lockedUntil: null };
  const until = new Date('2030-01-01T00:00:00.000Z');
  const withFactors = (factors: object) => ({
    ...world.deps,
    factors: { ...willingFactors, listFactors: () => Promise.resolve([{ ...none, ...factors }]) },
  });
  const all = { tradePasswordSet: true, authenticatorBound: true };
  const to = randomAddress();
  const acknowledged = ['first-time', 'never-used-on-chain'];
  const held = {
    ...world.deps,
    factors: {
      ...willingFactors,
      findHolds: () => Promise.resolve(new Map([[poor.personId, { until, reason: 'recovered' as const }]])),
    },
  };
  const tries = [
    createDraft(withFactors({}), input),
    createDraft(withFactors({ tradePasswordSet: true }), input),
    createDraft(withFactors({ ...all, lockedUntil: until }), input),
    createDraft(world.deps, input),
    createDraft(world.deps, { ...input, networkId: 'tron' }),
    createDraft(world.deps, { ...input, networkId: 'tron', to: 'x' }),
    createDraft(world.deps, { ...input, networkId: 'tron', to: poor.address }),
    createDraft(world.deps, { ...input, networkId: 'tron', to }),
    createDraft(held, { ...input, networkId: 'tron', to, acknowledged }),
    createDraft(world.deps, { ...input, networkId: 'tron', to, acknowledged }),
    createDraft(world.deps, { ...input, networkId: 'tron', to, acknowledged, amount: '0.999999' }),
    createDraft(world.deps, { ...input, networkId: 'tron', to, acknowledged, amount: '20000.000001' }),
    createDraft(world.deps, { ...input, networkId: 'tron', to, acknowledged, amount: '5' }),
    createDraft(world.deps, { ...input, networkId: 'tron', to, acknowledged, amount: '1' }),
  ];
  const codes = (await Promise.all(tries.map(codeOf))).map((code) => (Array.isArray(code) ? code[0] : code));
  expect(codes).toEqual([
    'TRADE_PASSWORD_NOT_SET',
    'AUTHENTICATOR_NOT_BOUND',
    'FACTORS_LOCKED',
    'NETWORK_REQUIRED',
    'ADDRESS_REQUIRED',
    'ADDRESS_INVALID',
    'ADDRESS_OWN',
    'WARNING_NOT_ACKNOWLEDGED',
    'SENDING_HELD',
    'AMOUNT_REQUIRED',
    'AMOUNT_BELOW_MINIMUM',
    'AMOUNT_ABOVE_MAXIMUM',
    'INSUFFICIENT_BALANCE',
    'MEMO_INVALID',
  ]);
});

test('M05 strange amounts are refused with a reason, never a fault, and leave no draft', async () => {
  const digits = ['１', '１２', '٣', '५', '一', '½', '²', '𝟏'];
  const around = [
    '',
    ' ',
    '\t',
    '\n',
    '+',
    '-',
    '0x',
    '0b',
    '0',
    '00',
    '$',
    '€',
    '.',
    ',',
    "'",
    '_',
    'e',
    '\u0000',
    '\u200B',
    '\uFEFF',
    '\u202E',
  ];
  const bodies = [
    '1',
    '10',
    '1.5',
    '1,5',
    '1,000',
    '1.000,5',
    '1e3',
    '1E3',
    '1e-3',
    '1_000',
    '1 000',
    '1.',
    '.5',
    '..',
    '1..2',
    '1.2.3',
  ];
  const list = new Set([
    ...around.flatMap((mark) => [`${mark}1`, `1${mark}`, mark]),
    ...bodies.flatMap((body) => [`-${body}`, `+${body}`, ` ${body}`, `${body} `]),
    ...digits,
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    '[object Object]',
    '0',
    '0.0',
    '0.000000',
    '-0',
    '0x10',
    '0o7',
    '1.0000001',
    '0.0000001',
    `1.${'0'.repeat(30)}`,
    `1.${'0'.repeat(29)}1`,
    '9'.repeat(78),
    '9'.repeat(79),
    `1${'0'.repeat(100)}`,
    String(2n ** 256n),
    String(2n ** 256n - 1n),
    String(2n ** 63n),
    String(2n ** 64n),
    '18446744073709551616.5',
    '115792089237316195423570985008687907853269984665640564039457584007913129',
    '1%',
    '1;2',
    "1' OR '1'='1",
    '1/2',
    '1*2',
    '0.1 + 0.2',
    '١٫٥',
    '1٫5',
    '1·5',
    '1’000',
    '1٬000',
    'one',
    'Max',
    '∞',
    '−1',
    '–1',
    '﹣1',
    '＋1',
    '1－',
    '1.5.',
    '01',
    '007',
    '00.5',
    '1.5e0',
  ]);
  const good = new Set(['1', '10', '100', '1.5']);
  const codes = new Set<string>();
  const { rows: before } = await sql`SELECT count(*) AS drafts FROM withdrawal_drafts`.execute(world.db.kysely);
  const to = (await world.person()).address;
  expect(list.size).toBeGreaterThanOrEqual(180);
  for (const amount of list) {
    if (good.has(amount)) continue;
    const error = await world.draft(ana, { to, amount }).then(
      () => `accepted ${JSON.stringify(amount)}`,
      (thrown: unknown) => thrown,
    );
    expect(error, JSON.stringify(amount)).toBeInstanceOf(DomainError);
    if (error instanceof DomainError) codes.add(error.code);
  }
  expect([...codes].toSorted()).toEqual(['AMOUNT_ABOVE_MAXIMUM', 'AMOUNT_INVALID', 'AMOUNT_REQUIRED']);
  const { rows: after } = await sql`SELECT count(*) AS drafts FROM withdrawal_drafts`.execute(world.db.kysely);
  expect(after).toEqual(before);
});

test('M06 amounts above what a price can value are refused, not a fault', async () => {
  const huge = [String(2n ** 256n - 1n), '9'.repeat(60), '99999999999999999999'];
  for (const assetId of ['usdt', 'trx', 'reward'] as const) {
    for (const amount of huge) {
      const error: unknown = await world
        .draft(ana, { to: randomAddress(), assetId, amount })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DomainError);
    }
  }
});

test('another wallet’s id is nobody’s', async () => {
  const eve = await world.person();
  const input: DraftInput = { to: randomAddress(), amount: '5', walletId: ana.walletId };
  expect(await codeOf(world.draft(eve, input))).toBe('NOT_FOUND');
  expect(await codeOf(listTransferOptions(world.deps, { personId: eve.personId, walletId: ana.walletId }))).toBe(
    'NOT_FOUND',
  );
});

test('the options tell balances and limits of each asset', async () => {
  const ben = await world.person({ usdt: 7_000_000n });
  const {
    options: [usdt, trx, reward],
  } = await listTransferOptions(world.deps, ben);
  expect(usdt).toEqual({
    assetId: 'usdt',
    available: '7000000',
    minimum: '1000000',
    maximum: '20000000000',
    dailyRemaining: '50000000000',
    levelRemaining: null,
    reviewFrom: '5000000000',
    networks: ['tron'],
    sendable: true,
  });
  expect(trx).toMatchObject({ assetId: 'trx', maximum: '66666666666', reviewFrom: '16666666667', sendable: true });
  expect(reward).toMatchObject({ assetId: 'reward', available: '0', maximum: `${2n * 10n ** 23n}`, sendable: true });
});

test('without any answer of the chain the fee is unknown, and sends inside go on', async () => {
  const ben = await world.person();
  await world.chain.admin.setFault({ kind: 'http', status: 503, body: '' });
  expect(await codeOf(world.draft(ana, { to: randomAddress(), amount: '5' }))).toBe('FEE_UNKNOWN');
  const report = await checkAddress(world.deps, { ...ana, assetId: 'usdt', to: randomAddress() });
  expect(report.fee).toBeNull();
  await world.confirm(ana, await world.draft(ana, { to: ben.address, amount: '5' }));
  await world.chain.admin.clearFaults();
  expect(await world.balance(ben)).toBe('5000000/0');
});

test('a stale price charges nobody: the fee of a token is unknown then, that of TRX is not', async () => {
  await sql`UPDATE prices SET at = at - interval '1 hour', confirmed_at = confirmed_at - interval '1 hour'`.execute(
    world.db.kysely,
  );
  expect(await codeOf(world.draft(ana, { to: randomAddress(), amount: '5' }))).toBe('FEE_UNKNOWN');
  await world.draft(ana, { to: randomAddress(), assetId: 'trx', amount: '15' });
  await sql`UPDATE prices SET at = at + interval '1 hour', confirmed_at = confirmed_at + interval '1 hour'`.execute(
    world.db.kysely,
  );
});

test('I25 what the minimum and the fee leave can be sent to the last unit', async () => {
  const ben = await world.person({ usdt: 3_000_000n });
  const draft = await world.draft(ben, { to: randomAddress(), amount: '3', feeFrom: 'amount' });
  expect(draft).toMatchObject({ total: '3000000', keeps: '0' });
  expect(getAddress(draft.to)).toBe(draft.to);
});

test('H03 I25 what is closed can be sent away as ever: to the chain, to somebody here, and all of it', async () => {
  const [ben, cora] = [await world.person({ usdt: 5_000_000n }), await world.person()];
  await closeAssetNow(world, 'usdt');
  const { options } = await listTransferOptions(world.deps, ben);
  expect(options.find(({ assetId }) => assetId === 'usdt')).toMatchObject({ sendable: true, available: '5000000' });
  await world.confirm(ben, await world.draft(ben, { to: cora.address, amount: '2' }));
  expect(await world.balance(cora)).toBe('2000000/0');
  await world.confirm(ben, await world.draft(ben, { to: randomAddress(), amount: '3', feeFrom: 'amount' }));
  expect(await world.balance(ben)).toBe('3000000/3000000');
  await carryOutChange(world, { kind: 'asset', assetId: 'usdt', open: true }, (tx) => openAsset(tx, 'usdt'));
});

test('W16 the nodes are asked only so often for one person, and not at all about addresses here', async () => {
  const asked = { ana: 0 };
  const deps = {
    ...world.deps,
    limitQuestions: async () => {
      asked.ana += 1;
      await limitRate(
        world.db.kysely,
        { key: limitKey('test', ana.personId), limit: 3, windowMs: 60_000 },
        new Date(0),
      );
    },
  };
  const look = (to: string) => checkAddress(deps, { ...ana, assetId: 'usdt', to });
  const ben = await world.person();
  await look(ben.address);
  expect(asked.ana).toBe(0);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => look(randomAddress())));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(look(randomAddress())).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { retryAfterSeconds: 60 },
  });
});
