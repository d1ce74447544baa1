import { readFileSync } from 'node:fs';
import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { units } from '@tern/money/units';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { broadcast } from '@tern/tron/broadcast';
import { encodeSignedTransaction } from '@tern/tron/encode-signed-transaction';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { openNode, type TronNode } from '@tern/tron/open-node';
import type { SignedOrder, SignerOrder, TreasuryOrder } from '@tern/tron/signer-protocol';
import { TronWeb, utils } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordsPath } from './seed-file.ts';
import { signOrder } from './sign-order.ts';
import { openFixture, policy, type SignerFixture } from './testing/signer-fixture.ts';

// Goal: whoever has the hot key cannot take the account, and its owners can. Method: the signer's own bytes and those of
// unmodified tronweb on a chain that checks permissions.
const ownerKeys = Array.from({ length: 3 }, () => TronWeb.createRandom());
const million = units(1_000_000_000_000n);
let chain: Devchain;
let node: TronNode;
let fixture: SignerFixture;
let hot: TronAddress;
let receiver: TronAddress;

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'permissions', solidLag: 3, mining: { mode: 'manual' } });
  node = openNode({ url: chain.url, timeoutMs: 10_000 });
  fixture = openFixture();
  hot = fixture.deps.keychain.addressAt({ purpose: 'hot', index: 0 });
  receiver = getAddress(chain.info().accounts.faucet.base58);
  await chain.admin.faucetTrx(hot, 1_000_000_000n);
  await chain.admin.mine(10);
});
afterAll(async () => {
  fixture[Symbol.dispose]();
  await chain.close();
});

const owners = { addresses: ownerKeys.map(({ address }) => address as TronAddress), threshold: 2 };

function sign(order: SignerOrder | TreasuryOrder, withOwners = true): SignedOrder {
  const limits = { ...policy.limits, trx: { perOrder: million, perDay: million } };
  const wide = { ...policy, limits, permissionBurnMaxSun: units(100_000_000n) };
  return signOrder({ ...fixture.deps, policy: withOwners ? { ...wide, owners } : wide }, order);
}

const frame = async (orderId: string) => ({
  orderId,
  attempt: 1,
  ...(await getTransactionWindow(node, { lifetimeMs: 60_000 })),
});
const pay = async (orderId: string, permission: { permissionId?: 2 } = {}): Promise<SignerOrder> => ({
  ...(await frame(orderId)),
  ...permission,
  payment: { kind: 'trx', to: receiver, amountSun: units(5n) },
});

async function send(signed: SignedOrder): Promise<string> {
  const { code, message } = await broadcast(node, encodeSignedTransaction(signed));
  await chain.admin.mine(5);
  return `${code} ${message}`.trim();
}

test('K07 without enrolled owners, and to one whose key is here, no account is given away', async () => {
  const restrict = { kind: 'restrict', account: 'hot' } as const;
  const order = { ...(await frame('r-0')), action: restrict };
  expect(() => sign(order, false)).toThrow(expect.objectContaining({ code: 'owners-not-enrolled' }));
  const fee = fixture.deps.keychain.addressAt({ purpose: 'fee', index: 0 });
  expect(() =>
    signOrder({ ...fixture.deps, policy: { ...policy, owners: { addresses: [fee], threshold: 1 } } }, order),
  ).toThrow(expect.objectContaining({ code: 'destination-not-allowed' }));
});

test('K07 once restricted the hot key pays, and neither takes the account back nor stakes; two of three owners do', async () => {
  expect(await send(sign(await pay('p-0')))).toBe('SUCCESS');
  expect(await send(sign({ ...(await frame('r-1')), action: { kind: 'restrict', account: 'hot' } }))).toBe('SUCCESS');
  const tronWeb = new TronWeb({ fullHost: chain.url, privateKey: ownerKeys[0]?.privateKey.slice(2) ?? '' });
  expect(await tronWeb.trx.getUnconfirmedAccount(hot)).toMatchObject({
    owner_permission: { threshold: 2 },
    active_permission: [{ id: 2, threshold: 1, operations: `02000080${'00'.repeat(28)}` }],
  });
  // As its owner it pays nothing any more, as the active key it does.
  expect(await send(sign(await pay('p-1')))).toContain('SIGERROR');
  expect(await send(sign(await pay('p-2', { permissionId: 2 })))).toBe('SUCCESS');

  // Whoever has the key itself and unmodified tools: contract type 46 by either permission, and a stake.
  const words = readFileSync(wordsPath(fixture.place.directory), 'utf8').trim();
  const stolen = TronWeb.fromMnemonic(words, "m/44'/195'/1'/0/0");
  expect(stolen.address).toBe(hot);
  const stolenKey = stolen.privateKey.slice(2);
  const thief = TronWeb.createRandom().address;
  const key = (address: string) => ({ address, weight: 1 });
  const take = (permissionId: number) =>
    tronWeb.transactionBuilder.updateAccountPermissions(
      hot,
      { type: 0, permission_name: 'owner', threshold: 1, keys: [key(thief)] },
      undefined,
      [{ type: 2, permission_name: 'active', threshold: 1, operations: `02${'00'.repeat(31)}`, keys: [key(thief)] }],
      { permissionId },
    );
  const answer = async (signed: object) => {
    const { code = '', message = '' } = (await tronWeb.trx.sendRawTransaction(signed as never)) as {
      code?: string;
      message?: string;
    };
    return `${code} ${Buffer.from(message, 'hex').toString()}`.trim();
  };
  const signed = <Unsigned extends { readonly txID: string }>(unsigned: Unsigned) => {
    const [id, secret] = [unsigned.txID, stolenKey].map((hex) => Array.from(Buffer.from(hex, 'hex')));
    return { ...unsigned, signature: [utils.crypto.ECKeySign(id ?? [], secret ?? [])] };
  };
  expect(await answer(signed(await take(0)))).toMatch(/SIGERROR/);
  expect(await answer(signed(await take(2)))).toMatch(/SIGERROR.*Permission denied/);
  const stake = await tronWeb.transactionBuilder.freezeBalanceV2(1_000_000, 'ENERGY', hot, { permissionId: 2 });
  expect(await answer(signed(stake))).toMatch(/SIGERROR.*Permission denied/);

  const unsigned = await take(0);
  const once = await tronWeb.trx.multiSign(unsigned, ownerKeys[0]?.privateKey.slice(2));
  expect(await tronWeb.trx.sendRawTransaction(once)).toMatchObject({ code: 'SIGERROR' });
  const twice = await tronWeb.trx.multiSign(once, ownerKeys[1]?.privateKey.slice(2));
  expect(await tronWeb.trx.sendRawTransaction(twice)).toMatchObject({ result: true });
});
