import type { PersonId, WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import { z } from 'zod';
import { findShownAddress, getOwnWallet } from '../wallets/public.ts';

/** The local chain's faucet; absent on every other network. */
export type Faucet = { readonly url: string; readonly fetch?: typeof globalThis.fetch };

export type RequestTestCoinsDeps = { readonly db: Database; readonly faucet?: Faucet };

/** What one press of the button brings, in base units. */
const portions: Readonly<Record<AssetId, Units>> = {
  trx: units(1_000n * 10n ** 6n),
  usdt: units(500n * 10n ** 6n),
  reward: units(100n * 10n ** 18n),
};

const answer = z.object({ txId: z.string().regex(/^[0-9a-f]{64}$/) });
const timeoutMs = 10_000;

/**
 * Has the local chain send real test coins to a wallet. Throws `NOT_FOUND` for another person's wallet and where there
 * is no local chain, `FAUCET_UNAVAILABLE` when the chain does not do it or nothing may be sent to the wallet's address.
 */
export async function requestTestCoins(
  { db, faucet }: RequestTestCoinsDeps,
  input: { readonly personId: PersonId; readonly walletId: WalletId; readonly assetId: AssetId },
): Promise<{ txId: string; amount: string }> {
  if (faucet === undefined) throw problem('NOT_FOUND');
  const address = findShownAddress(await getOwnWallet(db.kysely, input.personId, input.walletId));
  if (address === null) throw problem('FAUCET_UNAVAILABLE');
  const amount = toWire(portions[input.assetId]);
  const { txId } = await askFaucet(faucet, { address, asset: input.assetId, amount });
  return { txId, amount };
}

async function askFaucet(
  { url, fetch = globalThis.fetch }: Faucet,
  body: Record<string, string>,
): Promise<z.infer<typeof answer>> {
  try {
    const response = await fetch(`${url}/devchain/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return answer.parse(await response.json());
  } catch {
    throw problem('FAUCET_UNAVAILABLE');
  }
}
