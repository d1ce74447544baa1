import { startDevchain } from '@tern/devchain/start-devchain';
import { units } from '@tern/money/units';
import { broadcast } from '@tern/tron/broadcast';
import { encodeSignedTransaction } from '@tern/tron/encode-signed-transaction';
import { getAccount } from '@tern/tron/get-account';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { openNode, type TronNode } from '@tern/tron/open-node';
import type { TreasuryAction } from '@tern/tron/signer-protocol';
import { expect, test } from 'vitest';
import { signOrder } from './sign-order.ts';
import { openFixture, policy, type SignerFixture } from './testing/signer-fixture.ts';

// The drill for keys that may be known to others: everything they hold goes to an address of other keys. Ten addresses
// here; `LEAVE_ADDRESSES=10000` for the whole.
const count = Number(process.env['LEAVE_ADDRESSES'] ?? '10');
const each = 3_000_000n;
/** Most that one transfer burns where nobody staked. */
const burnMax = 2_000_000n;

test('K09 all addresses of a seed are emptied to the hot wallet and from there to the cold address of another seed', async () => {
  using old = openFixture();
  using fresh = openFixture();
  const chain = await startDevchain({ port: 0, seed: 'leave', solidLag: 3, mining: { mode: 'manual' } });
  try {
    const node = openNode({ url: chain.url, timeoutMs: 10_000 });
    const coldAddress = fresh.deps.keychain.addressAt({ purpose: 'cold', index: 0 });
    const addressOf = (index: number) => old.deps.keychain.addressAt({ purpose: 'deposit', index });
    const hotAddress = old.deps.keychain.addressAt({ purpose: 'hot', index: 0 });
    for (let index = 0; index < count; index += 1) await chain.admin.faucetTrx(addressOf(index), each);
    await chain.admin.faucetTrx(hotAddress, each);
    await chain.admin.mine(10);

    for (let index = 0; index < count; index += 1) {
      const move = { kind: 'trx', amountSun: units(each - burnMax) } as const;
      await carryOut(node, old, { kind: 'sweep', fromIndex: index, move }, { id: `sweep-${index}`, coldAddress });
    }
    await chain.admin.mine(10);
    const gathered = await balanceOf(node, hotAddress);
    expect(gathered).toBe(each + BigInt(count) * (each - burnMax));

    const move = { kind: 'trx', amountSun: units(gathered - burnMax) } as const;
    await carryOut(node, old, { kind: 'cold', move }, { id: 'cold', coldAddress });
    await chain.admin.mine(10);
    expect(await balanceOf(node, coldAddress)).toBe(gathered - burnMax);
    for (let index = 0; index < count; index += 1) {
      expect((await balanceOf(node, addressOf(index))) <= burnMax).toBe(true);
    }
  } finally {
    await chain.close();
  }
});

async function balanceOf(node: TronNode, address: Parameters<typeof getAccount>[1]['address']): Promise<bigint> {
  return (await getAccount(node, { view: 'solid', address })).balanceSun;
}

async function carryOut(
  node: TronNode,
  { deps }: SignerFixture,
  action: TreasuryAction,
  { id, coldAddress }: { readonly id: string; readonly coldAddress: NonNullable<typeof policy.coldAddress> },
): Promise<void> {
  const window = await getTransactionWindow(node, { lifetimeMs: 60_000 });
  const order = { orderId: id, attempt: 1, ...window, action };
  const signed = signOrder({ ...deps, policy: { ...policy, coldAddress } }, order);
  expect(await broadcast(node, encodeSignedTransaction(signed))).toMatchObject({ outcome: 'accepted' });
}
