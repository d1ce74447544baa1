import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { assetIds, type AssetId } from '@tern/money/asset';
import { add, units, zero, type Units } from '@tern/money/units';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { findAddressFromHex, type TronAddress } from '@tern/tron/address';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { openSigner } from '@tern/tron/signer-client';
import type { DeathProof, SignedOrder, SignerOrder, TreasuryAction } from '@tern/tron/signer-protocol';
import { expect, test } from 'vitest';
import { makeAuthenticate } from './authenticate.ts';
import { makeCommands } from './commands.ts';
import { serveSigner } from './serve.ts';
import {
  named,
  openFixture,
  order,
  policy,
  receiver,
  reward,
  storePolicy,
  treasuryOrder,
  usdt,
} from './testing/signer-fixture.ts';

// Somebody owns every other process: database, API, worker, and with the worker the secret of the socket. They may ask
// anything, in any order, with any forged proof. What counts is what leaves the house.
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const contracts: Readonly<Record<AssetId, TronAddress | undefined>> = { trx: undefined, usdt, reward };
const thief = (at: number): TronAddress => findAddressFromHex(at.toString(16).padStart(40, 'b')) as TronAddress;

test('K06 who owns everything but the signer takes no more than its daily cap of each asset, and cannot raise it', async () => {
  const fixture = openFixture();
  const { clock, signer } = fixture;
  const operators = ['Anna', 'Ben'].map((operator) => createAuthenticator({ operator }));
  const messages = { perAddress: 2, perDay: 30 };
  const { limits } = storePolicy(fixture, {
    messages,
    operators: operators.map(({ credential }) => credential),
    coldAddress: receiver,
  });
  const secret = randomBytes(32);
  const socketPath = join(fixture.place.directory, 's.sock');
  const commands = makeCommands({ clock, signer, tokens: policy.tokens, named });
  const server = await serveSigner({
    socketPath,
    commands,
    authenticate: makeAuthenticate({ secret, clock }),
    clock,
    log: quiet,
  });
  const client = openSigner({ socketPath, secret, clock, timeoutMs: 10_000 });

  const stolen: SignedOrder[] = [];
  const refusals = new Map<string, number>();
  const attempt = async (ask: () => Promise<SignedOrder>): Promise<SignedOrder | undefined> => {
    try {
      const signed = await ask();
      stolen.push(signed);
      return signed;
    } catch (error) {
      const code = String((error as { code?: string }).code);
      refusals.set(code, (refusals.get(code) ?? 0) + 1);
      return undefined;
    }
  };
  let ids = 0;
  const payment = (assetId: AssetId, amount: Units, feeLimitSun = zero): SignerOrder['payment'] => {
    const contract = contracts[assetId];
    const to = thief((ids += 1));
    return contract === undefined
      ? { kind: 'trx', to, amountSun: amount }
      : { kind: 'trc20', contract, to, amount, feeLimitSun };
  };
  const pay = (wanted: SignerOrder['payment'], changes: Partial<SignerOrder> = {}) =>
    attempt(() => client.signOrder(order({ orderId: `theft-${ids}`, payment: wanted, ...changes })));

  // Ten times the cap of each asset, in the largest orders that are allowed, to addresses nobody has seen.
  // TRX comes last: its limit is what all others burn from.
  for (const assetId of ['usdt', 'reward', 'trx'] as const) {
    const perOrder = assetId === 'trx' ? units(1_000n) : limits[assetId].perOrder;
    for (let asked = 0n; asked < 10n * units(3_000n); asked += perOrder) await pay(payment(assetId, perOrder));
  }
  // Everything at once, and orders nobody could approve.
  for (const assetId of assetIds) await pay(payment(assetId, limits[assetId].perDay));
  for (let at = 0; at < 10; at += 1) await pay(payment('usdt', units(1n), units(10n ** 9n)));

  // Second attempts with forged proofs that the first can never happen.
  const [first] = stolen;
  const block = { ...order().refBlock, number: 101, id: (101).toString(16).padStart(16, '0').padEnd(64, 'f') };
  const proof: DeathProof = { cause: 'failed', txId: first?.txId ?? '', block, resultCode: 'REVERT' };
  for (let number = 2; number < 12; number += 1) {
    await pay(order({ orderId: 'theft-1' }).payment, { orderId: 'theft-1', attempt: number, deathProof: proof });
  }

  // The house's accounts, in circles, to burn what they hold.
  const actions: readonly TreasuryAction[] = [
    { kind: 'top-up', from: 'hot', to: { purpose: 'deposit', index: 2_000_000_000 }, amountSun: units(10n ** 15n) },
    { kind: 'delegate', resource: 'energy', to: { purpose: 'deposit', index: 7 }, amountSun: units(10n ** 15n) },
    { kind: 'cold', move: { kind: 'trc20', contract: usdt, amount: units(10n ** 15n), feeLimitSun: units(400n) } },
    { kind: 'sweep', fromIndex: 3, move: { kind: 'trx', amountSun: units(1n) } },
  ];
  for (let round = 0; round < 10; round += 1) {
    for (const action of actions) {
      const { timestampMs } = order();
      const wanted = treasuryOrder(action, { orderId: `circle-${(ids += 1)}`, timestampMs: timestampMs + ids });
      await attempt(() => client.signTreasuryOrder(wanted));
    }
  }

  // Texts: of every account they can name, in every number, until the limit of all addresses is reached.
  const addresses = await client.listAddresses({ from: 0, count: 20 });
  const hotAddress = await client.getHotAddress();
  let texts = 0;
  for (const from of addresses) {
    for (let at = 0; at < 5; at += 1) {
      const messageId = `text-${(ids += 1)}`;
      await client.signMessage({ messageId, from, text: `Sign in to Harbour, code ${ids}` }).then(
        () => (texts += 1),
        (error: { code: string }) => refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1),
      );
    }
    const as = { ...from, address: hotAddress };
    const message = { messageId: `text-${(ids += 1)}`, from: as, text: 'Sign in to Harbour' };
    await expect(client.signMessage(message)).rejects.toMatchObject({ code: 'malformed' });
  }
  expect(texts).toBe(messages.perDay);

  // Approvals by keys of their own, and by replaying one that an operator gave for something else.
  const pending = await client.listApprovals();
  expect(pending.length).toBeGreaterThan(0);
  const mallory = createAuthenticator({ operator: 'Anna' });
  const [anna] = operators;
  const [some, other] = pending;
  const honest = anna?.assert(some?.challenge ?? '');
  for (const assertion of [mallory.assert(other?.challenge ?? ''), honest]) {
    const forged = { challenge: other?.challenge ?? '', ...(assertion ?? mallory.assert('')) };
    await expect(client.approve(forged)).rejects.toMatchObject({ code: 'assertion-refused' });
  }

  // Making it forget: a memory it never had sends it into quarantine, where it signs nothing at all.
  const memory = await client.witness(undefined);
  const before = stolen.length;
  clock.set(new Date(0));
  for (const assetId of assetIds) await pay(payment(assetId, units(1_000n)));
  await client.witness({ ...memory, sequence: memory.sequence + 1_000 });
  for (const assetId of assetIds) await pay(payment(assetId, units(1n)));
  for (let round = 0; round < 3; round += 1) {
    const { quarantine } = await client.getHealth();
    const number = quarantine?.nextBlock ?? 0;
    const timeMs = 8.64e15 - 10 + round;
    const toBlock = { number, id: number.toString(16).padStart(16, '0').padEnd(64, '0'), timeMs };
    await client.readBack({ fromBlock: number, toBlock, headMs: timeMs, outflows: [] });
    await pay(payment('usdt', units(1n)));
  }
  expect(stolen).toHaveLength(before);

  const loss = measureLoss(stolen, new Set([receiver]), fixture.deps.keychain);
  for (const assetId of assetIds) expect(loss[assetId] <= limits[assetId].perDay).toBe(true);
  // They got something: what is measured here is not a signer that signs nothing.
  expect(loss.usdt).toBe(limits.usdt.perDay);
  expect(loss.reward).toBe(limits.reward.perDay);
  expect([...refusals.keys()].toSorted()).toEqual(
    expect.arrayContaining(['approval-needed', 'day-limit', 'fee-limit', 'message-limit', 'quarantined']),
  );
  await server.close();
  fixture[Symbol.dispose]();
});

/** What the signed bytes take out of the house: to strangers, and burnt. Read from the bytes, not from the signer's word. */
function measureLoss(
  signed: readonly SignedOrder[],
  own: ReadonlySet<TronAddress>,
  keychain: ReturnType<typeof openFixture>['deps']['keychain'],
): Record<AssetId, Units> {
  const loss: Record<AssetId, Units> = { trx: zero, usdt: zero, reward: zero };
  const house = new Set([
    ...own,
    keychain.addressAt({ purpose: 'hot', index: 0 }),
    keychain.addressAt({ purpose: 'deposit', index: 2_000_000_000 }),
  ]);
  const bytes = new Set(signed.map(({ rawHex }) => rawHex));
  for (const rawHex of bytes) {
    const raw = decodeAnyTransaction(Buffer.from(rawHex, 'hex'));
    loss.trx = add(loss.trx, raw.feeLimitSun);
    if (!('transfer' in raw) || house.has(raw.transfer.to)) continue;
    const { transfer } = raw;
    const assetId = transfer.kind === 'trx' ? 'trx' : transfer.contract === usdt ? 'usdt' : 'reward';
    loss[assetId] = add(loss[assetId], transfer.kind === 'trx' ? transfer.amountSun : transfer.amount);
  }
  return loss;
}
