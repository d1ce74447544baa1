import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { findAddressFromHex, getAddress, type TronAddress } from '@tern/tron/address';
import { broadcast } from '@tern/tron/broadcast';
import { encodeSignedTransaction } from '@tern/tron/encode-signed-transaction';
import { getAccount } from '@tern/tron/get-account';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { openNode, type TronNode } from '@tern/tron/open-node';
import type { TreasuryMove } from '@tern/tron/signer-protocol';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveApproval, listPending } from './approvals.ts';
import { changePolicy, setCold } from './change-policy.ts';
import { signOrder } from './sign-order.ts';
import { fixedRules } from './signing-policy.ts';
import { pageKey } from './testing/ceremony-fixture.ts';
import { openFixture, policy, storePolicy, type SignerFixture } from './testing/signer-fixture.ts';

// Goal: both ways of docs/operations/compromised-hot-key.md save the money on a chain that checks permissions. Method: the
// signer's own bytes, and unmodified tronweb in the hands of owners.
const ownerKeys = Array.from({ length: 2 }, () => TronWeb.createRandom());
const owners = { addresses: ownerKeys.map(({ address }) => address as TronAddress), threshold: 2 };
const start = 1_000_000_000n;
const tokens = 700_000_000n;
const swept = 250_000_000n;
const receiver = findAddressFromHex('7c'.repeat(20)) as TronAddress;
const million = units(1_000_000_000_000n);
let chain: Devchain;
let node: TronNode;
let usdt: TronAddress;

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'compromised', solidLag: 3, mining: { mode: 'manual' } });
  node = openNode({ url: chain.url, timeoutMs: 10_000 });
  usdt = getAddress(chain.info().contracts.usdt.base58);
});
afterAll(() => chain.close());

async function openFunded() {
  const [old, fresh] = [openFixture(), openFixture()];
  const addressOf = ({ deps }: SignerFixture) => deps.keychain.addressAt({ purpose: 'hot', index: 0 });
  const [hot, newHot] = [addressOf(old), addressOf(fresh)];
  await chain.admin.faucetTrx(hot, start);
  await chain.admin.faucetToken('usdt', hot, tokens);
  await chain.admin.mine(10);
  const wide = { perOrder: million, perDay: million };
  const limits = { ...policy.limits, trx: wide, usdt: wide };
  return { old, fresh, hot, newHot, wide: { limits, feeLimitMaxSun: million, owners } };
}

/** The order as this signer signs it now, with the local chain's USDT. */
function signWith(
  { deps, signer }: SignerFixture,
  order: Parameters<typeof signOrder>[1],
): ReturnType<typeof signOrder> {
  const known = new Map<TronAddress, AssetId>([[usdt, 'usdt']]);
  return signOrder({ ...deps, policy: { ...fixedRules, tokens: known, ...signer.store.getPolicy().document } }, order);
}

const feeLimitSun = units(100_000_000n);
const tokenBalance = (owner: TronAddress) => getTokenBalance(node, { view: 'solid', contract: usdt, owner });
const payTokens = (amount: bigint, to = receiver) =>
  ({ kind: 'trc20', contract: usdt, to, amount: units(amount), feeLimitSun }) as const;

/** A withdrawal of USDT by the new signer: what people get once it is in place. */
async function payFromNew(fresh: SignerFixture, wide: Parameters<typeof storePolicy>[1]): Promise<void> {
  storePolicy(fresh, wide);
  const before = await tokenBalance(receiver);
  expect(await send(signWith(fresh, { ...(await frame('w-new')), payment: payTokens(50_000_000n) }))).toBe('SUCCESS');
  expect(await tokenBalance(receiver)).toBe(before + 50_000_000n);
}

const frame = async (orderId: string) => ({
  orderId,
  attempt: 1,
  ...(await getTransactionWindow(node, { lifetimeMs: 60_000 })),
});
const balance = async (address: TronAddress) => (await getAccount(node, { view: 'solid', address })).balanceSun;

async function send(signed: Parameters<typeof encodeSignedTransaction>[0]): Promise<string> {
  const { code } = await broadcast(node, encodeSignedTransaction(signed));
  await chain.admin.mine(5);
  return String(code);
}

test('K07 K09 of a restricted account the owners take the stolen key away, and move TRX and tokens to a new seed, which pays', async () => {
  const { old, fresh, hot, newHot, wide } = await openFunded();
  try {
    storePolicy(old, wide);
    const sign = (order: Parameters<typeof signOrder>[1]) => signWith(old, order);
    await send(sign({ ...(await frame('r')), action: { kind: 'restrict', account: 'hot' } }));
    // What a thief of the key can still do until then.
    const pay = async (id: string) =>
      sign({ ...(await frame(id)), permissionId: 2, payment: { kind: 'trx', to: newHot, amountSun: units(5n) } });
    expect(await send(await pay('thief-1'))).toBe('SUCCESS');
    const payUsdt = async (id: string) =>
      sign({ ...(await frame(id)), permissionId: 2, payment: payTokens(5_000_000n, newHot) });
    expect(await send(await payUsdt('thief-1-usdt'))).toBe('SUCCESS');

    const [first, second] = ownerKeys.map(({ privateKey }) => privateKey.slice(2));
    const tronWeb = new TronWeb({ fullHost: chain.url, privateKey: first ?? '' });
    const keys = owners.addresses.map((address) => ({ address, weight: 1 }));
    const together = async (unsigned: Parameters<typeof tronWeb.trx.multiSign>[0]) => {
      const once = await tronWeb.trx.multiSign(unsigned, first);
      const twice = await tronWeb.trx.multiSign(once, second);
      const { result } = await tronWeb.trx.sendRawTransaction(twice);
      await chain.admin.mine(5);
      return result;
    };
    const take = await tronWeb.transactionBuilder.updateAccountPermissions(
      hot,
      { type: 0, permission_name: 'owner', threshold: 2, keys },
      undefined,
      [{ type: 2, permission_name: 'active', threshold: 2, operations: `02000080${'00'.repeat(28)}`, keys }],
    );
    expect(await together(take)).toBe(true);
    expect(await send(await pay('thief-2'))).toBe('SIGERROR');
    expect(await send(await payUsdt('thief-2-usdt'))).toBe('SIGERROR');

    const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
      usdt,
      'transfer(address,uint256)',
      { feeLimit: Number(feeLimitSun) },
      [
        { type: 'address', value: newHot },
        { type: 'uint256', value: String(tokens - 5_000_000n) },
      ],
      hot,
    );
    expect(await together(transaction)).toBe(true);
    expect([await tokenBalance(hot), await tokenBalance(newHot)]).toEqual([0n, tokens]);

    const left = await balance(hot);
    const move = await tronWeb.transactionBuilder.sendTrx(newHot, Number(left - 2_000_000n), hot);
    expect(await together(move)).toBe(true);
    expect(await balance(newHot)).toBe(left - 2_000_000n + 5n);
    await payFromNew(fresh, wide);
  } finally {
    old[Symbol.dispose]();
    fresh[Symbol.dispose]();
  }
});

test('K09 of an account without owners two operators name the new hot wallet, and the signer empties the deposit addresses and the old one into it, tokens too', async () => {
  const { old, fresh, hot, newHot, wide } = await openFunded();
  try {
    const keys = [pageKey('Anna'), pageKey('Ben')];
    storePolicy(old, { ...wide, operators: keys.map(({ credential }) => credential) });
    const { store } = old.signer;
    const deposit = old.deps.keychain.addressAt({ purpose: 'deposit', index: 3 });
    await chain.admin.faucetTrx(deposit, 50_000_000n);
    await chain.admin.faucetToken('usdt', deposit, swept);
    await chain.admin.mine(10);
    const toCold = async (id: string, move: TreasuryMove) =>
      signWith(old, { ...(await frame(id)), action: { kind: 'cold', move } });
    const moveTokens = (amount: bigint) =>
      ({ kind: 'trc20', contract: usdt, amount: units(amount), feeLimitSun }) as const;
    expect(changePolicy({ clock: old.clock, store }, setCold(newHot))).toBe('waits for two operators');
    await expect(toCold('cold-usdt', moveTokens(tokens))).rejects.toThrow('cold-not-enrolled');
    const deps = { clock: old.clock, store, hotAddress: hot };
    const challenge = listPending(deps)[0]?.challenge ?? '';
    for (const key of keys) giveApproval(deps, challenge, key.assert(challenge));

    // What people sent is on deposit addresses, whose keys are of the same seed: all of it goes by way of the hot wallet.
    const sweep = { kind: 'sweep', fromIndex: 3, move: moveTokens(swept) } as const;
    expect(await send(signWith(old, { ...(await frame('sweep')), action: sweep }))).toBe('SUCCESS');
    expect(await send(await toCold('cold-usdt', moveTokens(tokens + swept)))).toBe('SUCCESS');
    const left = await balance(hot);
    expect(await send(await toCold('cold', { kind: 'trx', amountSun: units(left - 2_000_000n) }))).toBe('SUCCESS');
    expect(await balance(newHot)).toBe(left - 2_000_000n);
    expect(await Promise.all([deposit, hot, newHot].map(tokenBalance))).toEqual([0n, 0n, tokens + swept]);

    await payFromNew(fresh, wide);
    // The old key still signs, and moves nothing: there is nothing left at its addresses.
    const before = await tokenBalance(receiver);
    await send(signWith(old, { ...(await frame('thief')), payment: payTokens(1n) }));
    await send(signWith(old, { ...(await frame('thief-sweep')), action: { ...sweep, move: moveTokens(1n) } }));
    expect(await tokenBalance(receiver)).toBe(before);
    expect(await Promise.all([hot, newHot].map(tokenBalance))).toEqual([0n, tokens + swept - 50_000_000n]);
  } finally {
    old[Symbol.dispose]();
    fresh[Symbol.dispose]();
  }
});
