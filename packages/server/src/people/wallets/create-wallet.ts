import { problem } from '@tern/contracts/problem';
import type { WalletView } from '@tern/contracts/routes/wallets';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { runIdempotent } from '../../platform/idempotency/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { openWallet } from './open-wallet.ts';
import { lockWallets, selectLastPosition, selectWallets } from './wallet-store.ts';
import { readWalletName, renderWallet, walletsMax } from './wallet.ts';

/**
 * Adds another wallet behind the person's others, once per key. Throws `WALLET_NAME_INVALID`, `WALLET_LIMIT_REACHED`, or
 * `UNAVAILABLE` when no address is ready.
 */
export async function createWallet(
  { db }: { readonly db: Database },
  { session, ...input }: { readonly session: ApiSession; readonly name: string; readonly idempotencyKey: string },
): Promise<WalletView> {
  const { personId } = session;
  const name = readWalletName(input.name);
  const request = { personId, key: input.idempotencyKey, request: { route: 'create-wallet', name } };
  return changeAccount(db, session, (tx) =>
    runIdempotent<WalletView>(tx, request, async () => {
      await lockWallets(tx, personId);
      if ((await selectWallets(tx, personId)).length >= walletsMax)
        throw problem('WALLET_LIMIT_REACHED', { limit: walletsMax });
      const position = (await selectLastPosition(tx, personId)) + 1;
      return renderWallet(await openWallet(tx, { personId, name, position, isDefault: false }));
    }),
  );
}
