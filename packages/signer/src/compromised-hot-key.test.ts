import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { broadcast } from '@tern/tron/broadcast';
import { encodeSignedTransaction } from '@tern/tron/encode-signed-transaction';
import { getAccount } from '@tern/tron/get-account';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { openNode, type TronNode } from '@tern/tron/open-node';
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
const million = units(1_000_000_000_000n);
let chain: Devchain;
let node: TronNode;

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'compromised', solidLag: 3, mining: { mode: 'manual' } });
  node = openNode({ url: chain.url, timeoutMs: 10_000 });
});
afterAll(() => chain.close());

async function openFunded() {
  const [old, fresh] = [openFixture(), openFixture()];
  const addressOf = ({ deps }: SignerFixture) => deps.keychain.addressAt({ purpose: 'hot', index: 0 });
  const [hot, newHot] = [addressOf(old), addressOf(fresh)];
  await chain.admin.faucetTrx(hot, start);
  await chain.admin.mine(10);
  const limits = { ...policy.limits, trx: { perOrder: million, perDay: million } };
  return { old, fresh, hot, newHot, wide: { limits, feeLimitMaxSun: policy.feeLimitMaxSun, owners } };
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

test('K07 K09 of a restricted account the owners take the stolen key away, and move the money to a new seed', async () => {
  const { old, fresh, hot, newHot, wide } = await openFunded();
  try {
    storePolicy(old, wide);
    const current = { ...fixedRules, tokens: policy.tokens, ...old.signer.store.getPolicy().document };
    const sign = (order: Parameters<typeof signOrder>[1]) => signOrder({ ...old.deps, policy: current }, order);
    await send(sign({ ...(await frame('r')), action: { kind: 'restrict', account: 'hot' } }));
    // What a thief of the key can still do until then.
    const pay = async (id: string) =>
      sign({ ...(await frame(id)), permissionId: 2, payment: { kind: 'trx', to: newHot, amountSun: units(5n) } });
    expect(await send(await pay('thief-1'))).toBe('SUCCESS');

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

    const left = await balance(hot);
    const move = await tronWeb.transactionBuilder.sendTrx(newHot, Number(left - 2_000_000n), hot);
    expect(await together(move)).toBe(true);
    expect(await balance(newHot)).toBe(left - 2_000_000n + 5n);
  } finally {
    old[Symbol.dispose]();
    fresh[Symbol.dispose]();
  }
});

test('K09 of an account without owners two operators name the new hot wallet, and the signer empties the old one into it', async () => {
  const { old, fresh, hot, newHot, wide } = await openFunded();
  try {
    const keys = [pageKey('Anna'), pageKey('Ben')];
    storePolicy(old, { ...wide, operators: keys.map(({ credential }) => credential) });
    const { store } = old.signer;
    const move = async () => {
      const action = { kind: 'cold', move: { kind: 'trx', amountSun: units(start - 2_000_000n) } } as const;
      const current = { ...fixedRules, tokens: policy.tokens, ...store.getPolicy().document };
      return signOrder({ ...old.deps, policy: current }, { ...(await frame('cold')), action });
    };
    expect(changePolicy({ clock: old.clock, store }, setCold(newHot))).toBe('waits for two operators');
    await expect(move()).rejects.toThrow();
    const deps = { clock: old.clock, store, hotAddress: hot };
    const challenge = listPending(deps)[0]?.challenge ?? '';
    for (const key of keys) giveApproval(deps, challenge, key.assert(challenge));
    expect(await send(await move())).toBe('SUCCESS');
    expect(await balance(newHot)).toBe(start - 2_000_000n);
  } finally {
    old[Symbol.dispose]();
    fresh[Symbol.dispose]();
  }
});
