import { randomUUID } from 'node:crypto';
import type { Account, AssetId } from './account.ts';
import { tradePassword } from './factors.ts';

type Wanted = { readonly assetId: AssetId; readonly to: string; readonly amount: string; readonly memo?: string };

/** Sends without the screens: for flows that are about what comes afterwards. Resolves with the record. */
export async function sendByApi({ api, walletId, authenticator }: Account, wanted: Wanted) {
  const { assetId, to } = wanted;
  const { verdicts } = await api.transfers.checkAddress({ walletId, assetId, to });
  const acknowledged = verdicts.filter(({ severity }) => severity === 'warning').map(({ code }) => code);
  const draft = await api.transfers.createDraft({ walletId, networkId: 'tron', ...wanted, acknowledged });
  return await api.transfers.confirmDraft({
    params: { draftId: draft.id },
    headers: { 'idempotency-key': randomUUID() },
    body: { hash: draft.hash, tradePassword, authenticatorCode: await authenticator.nextCode() },
  });
}
