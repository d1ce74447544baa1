import type { DbReader } from '@tern/db/database';
import type { Wait } from '../../chain/orders/public.ts';
import { isAssetPaused, type Withdrawal } from '../transfers/public.ts';
import type { PayoutDeps } from './payout-deps.ts';

/** Why nothing is signed for a withdrawal now. A pause of its asset keeps nobody from asking again what was asked before. */
export async function findObstacle(
  { chain, isPersonActive }: Pick<PayoutDeps, 'chain' | 'isPersonActive'>,
  db: DbReader,
  { withdrawal, isAsked }: { readonly withdrawal: Withdrawal; readonly isAsked: boolean },
): Promise<Wait | undefined> {
  const { assetId, personId } = withdrawal;
  if (!isAsked && assetId !== 'trx' && chain.contracts[assetId] === undefined)
    return { waitingFor: 'asset-pause', detail: `${assetId} has no contract` };
  if (!isAsked && (await isAssetPaused(db, assetId))) return { waitingFor: 'asset-pause', detail: assetId };
  return (await isPersonActive(db, personId)) ? undefined : { waitingFor: 'person', detail: 'frozen' };
}
