import { expectCredited, openNewcomer, type AssetId, type Newcomer } from './account.ts';
import { faucet } from './devchain.ts';
import type { Device } from './device.ts';
import { setTradePassword } from './factors.ts';

/**
 * Somebody with a trade password and base units of each asset: all that swaps ask for. With a country where rewards are given
 * every distribution pays them, also one that another test waits for.
 */
export async function openSwapper(
  device: Device,
  funds: Partial<Record<AssetId, bigint>>,
  { country }: { readonly country?: string } = {},
): Promise<Newcomer> {
  const newcomer = await openNewcomer(device);
  const { api, person, address } = newcomer;
  // Before the coins: the bonus then comes with them, and none comes later.
  if (country !== undefined) await api.preferences.declareCountry({ country });
  const given = Object.entries(funds) as [AssetId, bigint][];
  for (const [assetId, amount] of given) await faucet(address, assetId, amount);
  await setTradePassword(api, person);
  for (const [assetId, amount] of given) {
    await expectCredited(newcomer, assetId).toBeGreaterThanOrEqual(amount);
  }
  return newcomer;
}
