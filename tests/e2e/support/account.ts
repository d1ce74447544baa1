import { expect } from '@playwright/test';
import type { Api } from './api.ts';
import { openAuthenticator, type Authenticator } from './authenticator.ts';
import { faucet } from './devchain.ts';
import type { Device } from './device.ts';
import { bindAuthenticator, setTradePassword } from './factors.ts';
import { registerQuietly, type Person } from './person.ts';

export type AssetId = 'trx' | 'usdt' | 'reward';

/** Somebody signed in on a device. */
export type Newcomer = Device & {
  readonly person: Person;
  readonly walletId: string;
  readonly address: string;
};

/** Somebody with the factors set and money on the books. */
export type Account = Newcomer & { readonly authenticator: Authenticator };

/** Registers without the screens: for flows that are about what comes afterwards. */
export async function openNewcomer(device: Device): Promise<Newcomer> {
  const { api } = device;
  const person = await registerQuietly(api);
  const { id: walletId, address } = await getWallet(api);
  return { ...device, person, walletId, address };
}

/** The same with a country declared, both factors, and base units of each asset. */
export async function openAccount(device: Device, funds: Partial<Record<AssetId, bigint>>): Promise<Account> {
  const newcomer = await openNewcomer(device);
  const { api, person, walletId, address } = newcomer;
  await api.preferences.declareCountry({ country: 'DE' });
  const given = Object.entries(funds) as [AssetId, bigint][];
  for (const [assetId, amount] of given) await faucet(address, assetId, amount);
  await setTradePassword(api, person);
  const authenticator = openAuthenticator(await bindAuthenticator(api, person));
  for (const [assetId, amount] of given) {
    await expectCredited({ api, walletId }, assetId).toBeGreaterThanOrEqual(amount);
  }
  return { ...newcomer, authenticator };
}

export async function getWallet(api: Api): Promise<{ id: string; address: string }> {
  const { wallets } = await api.wallets.listWallets();
  const wallet = wallets.find(({ isDefault }) => isDefault);
  if (wallet === undefined || wallet.address === null) throw new Error('an account without a wallet to receive in');
  return { id: wallet.id, address: wallet.address };
}

/** A deposit takes 19 blocks of the chain: on a machine that has much else to do that is longer than a screen may take. */
export const creditedWithinMs = 120_000;

/** What the person can send, asked until a deposit of theirs was credited. */
export function expectCredited({ api, walletId }: Pick<Newcomer, 'api' | 'walletId'>, assetId: AssetId) {
  return expect.poll(() => readAvailable(api, walletId, assetId), { intervals: [200], timeout: creditedWithinMs });
}

/** What the person can send now, in base units. */
export async function readAvailable(api: Api, walletId: string, assetId: AssetId): Promise<bigint> {
  const { balances } = await api.wallets.overview({ walletId });
  return BigInt(balances.find((balance) => balance.assetId === assetId)?.available ?? 0);
}
