import type { PersonId, WalletId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { listAssetClosings } from '../../chain/assets/public.ts';
import { getOwnWallet } from './get-own-wallet.ts';
import { findShownAddress } from './wallet.ts';

export type ReceiveSettings = {
  /** Blocks until a top-up is irreversible. */
  readonly confirmations: number;
  readonly blockMs: number;
  /** Tokens whose contract is known on this network; TRX needs none. */
  readonly issuedTokens: ReadonlySet<AssetId>;
  /** Whether the nodes show TRX that contracts send. */
  readonly trxFromContracts: () => Promise<boolean>;
};

export type GetReceiveTermsDeps = { readonly db: Database; readonly receive: ReceiveSettings };

/** Where to send money to, which is nowhere once the signer has disowned the address, and what is credited. Throws `NOT_FOUND` when the wallet is not the person's. */
export async function getReceiveTerms(
  { db, receive }: GetReceiveTermsDeps,
  { personId, walletId }: { readonly personId: PersonId; readonly walletId: WalletId },
) {
  const wallet = await getOwnWallet(db.kysely, personId, walletId);
  const closings = await listAssetClosings(db.kysely);
  return {
    address: findShownAddress(wallet),
    confirmations: receive.confirmations,
    arrivalSeconds: Math.ceil((receive.confirmations * receive.blockMs) / 1000),
    assets: assetIds.map((assetId) => ({
      assetId,
      credited: assetId === 'trx' || receive.issuedTokens.has(assetId),
      closed: closings.get(assetId)?.closed === true,
    })),
    trxFromContracts: await receive.trxFromContracts(),
  };
}
