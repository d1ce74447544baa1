import { expect, test } from 'vitest';
import { recall } from './recall.ts';
import { signOrder } from './sign-order.ts';
import { openFixture, order, treasuryOrder } from './testing/signer-fixture.ts';

test('M36 what was signed is recalled in order and in parts, whatever the clock said, with the bytes of then', () => {
  using fixture = openFixture();
  const { store } = fixture.deps;
  const policy = { ...fixture.deps.policy, limits: { ...fixture.deps.policy.limits } };
  const roomy = { perOrder: 1_000n, perDay: 1_000_000n } as never;
  const deps = { ...fixture.deps, policy: { ...policy, limits: { usdt: roomy, trx: roomy, reward: roomy } } };
  expect(recall(store, undefined)).toEqual([]);
  const ids = Array.from({ length: 130 }, (_, at) => `w-${999 - at}`);
  const signed = ids.map((orderId, at) => {
    // Time stands still for most of them, and once goes back.
    fixture.clock.advance(at === 60 ? -5_000 : 0);
    return signOrder(deps, order({ orderId, timestampMs: order().refBlock.timeMs + 1_000 + at }));
  });
  const first = recall(store, undefined);
  const second = recall(store, first.at(-1)?.position);
  expect([first.length, second.length]).toEqual([100, 30]);
  const all = [...first, ...second];
  expect(all.map(({ orderId }) => orderId)).toEqual(ids);
  expect(all.map(({ txId, rawHex, signatureHex }) => ({ txId, rawHex, signatureHex }))).toEqual(signed);
  expect(all[0]).toMatchObject({
    kind: 'payout',
    assetId: 'usdt',
    amount: 500n,
    attempt: 1,
    refBlock: order().refBlock,
  });
  expect(recall(store, all.at(-1)?.position)).toEqual([]);
  signOrder(deps, treasuryOrder({ kind: 'withdraw-unstaked' }, { orderId: 'a-later-one' }));
  expect(recall(store, all.at(-1)?.position)).toMatchObject([{ kind: 'withdraw-unstaked' }]);
});
