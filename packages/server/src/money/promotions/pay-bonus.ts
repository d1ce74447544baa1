import type { DbTx } from '@tern/db/database';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { appendStep, putRecord } from '../../people/records/public.ts';
import { findShownAddress, getOwnWallet } from '../../people/wallets/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { activationCampaign, upsertPaidGrant, type Grant } from './promotion-store.ts';

/** Pays a bonus that was decided while the campaign is locked. The ledger refuses a second one and an empty account. */
export async function payBonus(tx: DbTx, grant: Grant): Promise<void> {
  const { personId, walletId, amount } = grant;
  const wallet = await getOwnWallet(tx, personId, walletId);
  const { journalId } = await postJournal(tx, {
    key: `bonus:${activationCampaign}:${personId}`,
    kind: 'activation-bonus',
    legs: [
      {
        debit: await houseAccount(tx, 'promotion:activation', 'reward'),
        credit: await openCustomerAccount(tx, { personId, walletId, asset: 'reward' }),
        asset: 'reward',
        amount,
        code: 'activation-bonus',
      },
    ],
    details: { campaign: activationCampaign, personId },
  });
  const recordId = await putRecord(tx, {
    personId,
    walletId,
    type: 'activation-reward',
    direction: 'in',
    status: 'success',
    settlement: 'internal',
    assetId: 'reward',
    amount,
    payAddress: null,
    receiveAddress: findShownAddress(wallet),
    source: { kind: 'bonus', id: `${activationCampaign}:${personId}` },
    journalId,
  });
  await appendStep(tx, recordId, 'credited');
  await upsertPaidGrant(tx, { ...grant, recordId, journalId });
  await notifyPeople(tx, [{ personId, topic: 'balances', ref: walletId }]);
}
