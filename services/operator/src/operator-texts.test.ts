import type { OperatorId, RecordId, WithdrawalId } from '@tern/base/ids';
import { units } from '@tern/money/units';
import type { StuckOrder } from '@tern/server/house/treasury/public';
import type { WithdrawalCase } from '@tern/server/money/payouts/public';
import type { TronAddress } from '@tern/tron/address';
import { expect, test } from 'vitest';
import { renderFirstSteps } from './first-steps-texts.ts';
import { usage } from './operator-commands.ts';
import { renderCase, renderStuck, type Assets } from './operator-texts.ts';
import { renderStuckOrders } from './treasury-texts.ts';

const assets: Assets = {
  usdt: { id: 'usdt', symbol: 'USDT', name: 'Tether USD', decimals: 6 },
  trx: { id: 'trx', symbol: 'TRX', name: 'TRON', decimals: 6 },
  reward: { id: 'reward', symbol: 'RWD', name: 'Reward', decimals: 18 },
};
const at = new Date('2026-01-02T03:04:05Z');
const id = '01890000-0000-7000-8000-000000000000' as WithdrawalId;

test('M20 what is stuck is shown with its reason and the one safe thing to do', () => {
  const payout = {
    id,
    assetId: 'usdt',
    state: 'broadcast',
    since: at,
    attention: null,
    unexpectedReceipt: false,
  } as const;
  const record = { recordId: id as string as RecordId, settlement: 'chain' } as const;
  const sent = {
    ...record,
    place: 'p',
    amount: '5000000',
    toAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    publicId: '10000001',
  };
  const text = renderStuck(
    {
      pauses: [],
      payouts: [
        {
          ...payout,
          ...sent,
          waitingFor: 'proof',
          waitingDetail: 'node B has not passed the expiration yet',
          action: 'fix-nodes',
        },
      ],
    },
    ['an order'],
  );
  expect(text.split('\n')).toEqual([
    `${id}  broadcast since 2026-01-02T03:04:05.000Z  waits for proof: node B has not passed the expiration yet`,
    '    check the worker and its nodes; it continues by itself once all nodes show the whole chain',
    'an order',
  ]);
  expect(renderStuck({ pauses: [], payouts: [] }, [])).toBe('Nothing is stuck.');
});

test('while the signer is in quarantine, nobody is told to start it: it runs already', () => {
  const order = {
    id,
    content: { kind: 'delegate', account: 'hot', assetId: 'trx', amount: units(1_000_000n) },
    state: 'planned',
    createdAt: at,
    waitingFor: 'signer',
    waitingDetail: 'quarantined: own outflows have to be read back first',
    attention: null,
    action: 'end-quarantine',
  } as unknown as StuckOrder;
  const [line = '', advice = ''] = renderStuckOrders([order], assets);
  expect(line).toContain('waits for signer: quarantined');
  expect(advice).toContain('the signer runs, in quarantine: wait until it ends');
  expect(advice).not.toContain('start the signer');
});

test('M27 the evidence of an unexpected receipt is printed with what operators said about it', () => {
  const operatorId = '01890000-0000-7000-8000-0000000000aa' as OperatorId;
  const found = {
    withdrawal: {
      id,
      assetId: 'usdt',
      amount: units(200_000_000n),
      fee: units(0n),
      toAddress: 'Tto',
      usdtValue: units(0n),
    },
    steps: [],
    reviews: [],
    attempts: [],
    history: { completed: 0, completedToAddress: 0 },
    waitingFor: null,
    waitingDetail: null,
    attention: 'attempt 1 is in a block but shows 2 Transfer events',
    unexpectedReceipt: {
      receipt: {
        number: 1,
        blockNumber: 7,
        blockId: 'ab',
        blockTime: at,
        detail: '2 Transfer events',
        outflow: -1_500_000n,
        feeSun: 27n,
        events: [{ from: 'Thot', to: 'Tto', amount: '199800000' }],
      },
      decisions: [{ operatorId, decision: 'settle', reason: 'seen on chain', at }],
    },
  } as unknown as WithdrawalCase;
  const lines = renderCase(found, assets).split('\n');
  expect(lines.slice(-6)).toEqual([
    'unexpected receipt of attempt 1: 2 Transfer events',
    '  in block  7 ab, 2026-01-02T03:04:05.000Z, the same on every node',
    '  ordered   200 USDT to Tto',
    '  outflow   -1.5 USDT by its events, and 27 sun burnt',
    '  event     199.8 USDT from Thot to Tto',
    `  decision  2026-01-02T03:04:05.000Z  settle by ${operatorId}: seen on chain`,
  ]);
});

test('first steps are listed with their ticks, and each account with its minimum and balance, the one to pay to with its code', () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' as TronAddress;
  const fee = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' as TronAddress;
  const text = renderFirstSteps(
    {
      steps: [
        { step: 'cold-address', state: 'done' },
        { step: 'prices-agreed', state: 'open' },
        { step: 'energy-staked', state: 'not needed' },
        { step: 'bonus-funded', state: 'not needed' },
      ],
      toFund: [
        {
          account: 'hot',
          address,
          assetId: 'usdt',
          minimum: units(10_000_000_000n),
          present: { amount: 2_500_000n, at },
        },
        { account: 'hot', address, assetId: 'trx', minimum: units(35_000_000_000n), present: undefined },
        { account: 'fee', address: fee, assetId: 'trx', minimum: units(40_000_000n), present: undefined },
      ],
    },
    assets,
    [{ node: '127.0.0.1:8090', faults: [] }],
  );
  expect(text).toMatch(
    /^✓ The signer has.*\n· Enough sources.*\n– TRX is staked.*: the settings ask for none\n– The activation bonus.*\(BONUS_AMOUNT=0\)/,
  );
  expect(text).toContain(`Hot wallet: ${address}\n  USDT: has 2.5 USDT, minimum 10000 USDT\n`);
  expect(text).toContain('  TRX: not compared yet, minimum 35000 TRX\n');
  const [hotPart = '', feePart = ''] = text.split(`Fee account: ${fee}\n`);
  expect(hotPart).toContain('█');
  expect(feePart).toBe(
    '  The worker fills it from the hot wallet. Do not pay here.\n  TRX: not compared yet, minimum 40 TRX',
  );
  expect(text.split(address)).toHaveLength(2);
  expect(renderFirstSteps({ steps: [{ step: 'accounts-known', state: 'open' }], toFund: [] }, assets, [])).toBe(
    '· The worker has reached the signer',
  );
});

test('what a node lacks stands above the first steps, because a step may wait for it', () => {
  const steps = [{ step: 'hot-wallet-funded', state: 'open' }] as const;
  const nodes = [
    { node: '127.0.0.1:8090', faults: ['It runs no constant calls.', 'It lags.'] },
    { node: 'api.trongrid.io:443', faults: [] },
  ];
  expect(renderFirstSteps({ steps, toFund: [] }, assets, nodes).split('\n')).toEqual([
    '! Tron node 127.0.0.1:8090: It runs no constant calls.',
    '! Tron node 127.0.0.1:8090: It lags.',
    '  Restart the worker afterwards: it asks the nodes at its start and every hour.',
    '',
    '· The hot wallet holds its minimum of every asset',
  ]);
});

test('the help lists as changing nothing only commands that show or recompute something', () => {
  const [, ...parts] = usage.split(/^(?! )/m);
  const [showing = '', ...others] = parts;
  expect(showing.split('\n')[0]).toBe(
    'Operators sign their decisions in the console. These commands show data and change nothing:',
  );
  const described = [...showing.matchAll(/^ {2}\S.*? {2,}(\w+)/gm)].map(([, verb]) => verb);
  expect(described.length).toBeGreaterThan(10);
  expect(new Set(described)).toEqual(new Set(['shows', 'recomputes']));
  for (const name of ['cold-signature', 'unblock', 'invite-first', 'custodian', 'break-glass']) {
    expect(showing).not.toContain(`  ${name}`);
    expect(others.join('')).toContain(`  ${name}`);
  }
});
