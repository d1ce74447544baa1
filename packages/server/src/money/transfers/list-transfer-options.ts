import type { PersonId, WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { OwnLevelView } from '@tern/contracts/levels';
import type { TransferOptionView } from '@tern/contracts/routes/transfers';
import { getBalances } from '@tern/ledger/balances';
import { assetIds } from '@tern/money/asset';
import { add, subtractOrZero, zero } from '@tern/money/units';
import { amountReachingUsdt, amountWithinUsdt, findPrice } from '../../chain/prices/public.ts';
import { getOwnWallet } from '../../people/wallets/public.ts';
import type { SendingDeps } from './deps.ts';
import { findLevelRooms, renderLevel } from './level-room.ts';
import { isAssetPaused, sumOfLastDay } from './withdrawal-store.ts';

/** Balances and limits of each asset of a wallet, and what the person’s level allows. Throws `NOT_FOUND` when the wallet is not the person's. */
export async function listTransferOptions(
  { db, chain, terms }: Pick<SendingDeps, 'db' | 'chain' | 'terms'>,
  { personId, walletId }: { readonly personId: PersonId; readonly walletId: WalletId },
): Promise<{ options: TransferOptionView[]; level: OwnLevelView | null }> {
  const wallet = await getOwnWallet(db.kysely, personId, walletId);
  const [{ sending }, balances, sentUsdt, rooms] = await Promise.all([
    terms.getCurrent(db.kysely),
    getBalances(db.kysely, { walletId: wallet.id }),
    sumOfLastDay(db.kysely, personId),
    findLevelRooms(db.kysely, [{ personId }]),
  ]);
  const room = rooms.get(personId);
  const leftUsdt = subtractOrZero(sending.dailyMaximumUsdt, sentUsdt);
  const options = await Promise.all(
    assetIds.map(async (assetId): Promise<TransferOptionView> => {
      const [price, paused] = await Promise.all([findPrice(db.kysely, assetId), isAssetPaused(db.kysely, assetId)]);
      const onChain = assetId === 'trx' || chain.contracts[assetId] !== undefined;
      const within = (usdt: typeof leftUsdt) => (price === undefined ? zero : amountWithinUsdt(usdt, price));
      return toWire({
        assetId,
        available: balances.get(assetId)?.available ?? zero,
        minimum: sending.minimums[assetId],
        maximum: within(sending.maximumUsdt),
        dailyRemaining: within(leftUsdt),
        levelRemaining:
          room === undefined || room.left === null ? null : add(room.kept.get(assetId) ?? zero, within(room.left)),
        reviewFrom: price === undefined ? zero : amountReachingUsdt(sending.reviewFromUsdt, price),
        networks: ['tron'],
        sendable: price !== undefined && onChain && !paused,
      });
    }),
  );
  return { options, level: renderLevel(room) };
}
