import { crashPoint } from '@tern/base/crash-point';
import type { DistributionId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import type { JournalId } from '@tern/ledger/ids';
import { postPayout, type PayoutSource } from '@tern/ledger/post-payout';
import { add } from '@tern/money/units';
import { putRecords } from '../../people/records/public.ts';
import { listShownAddresses } from '../../people/wallets/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { markSwapsRewarded } from '../swaps/public.ts';
import { listUnpaidShares, markPaid } from './distribution-store.ts';
import type { Distribution, Share } from './distribution.ts';

/**
 * Pays the next shares in one journal, with a record and a message for each person, and completes their swaps. Returns how
 * many; 0 once all are paid. Nothing is paid twice: the distribution, locked by whoever calls, says how far it has come.
 */
export async function payShares(
  tx: DbTx,
  { id, endsAt, paidThrough }: Distribution,
  { limit }: { readonly limit: number },
): Promise<number> {
  const shares = await listUnpaidShares(tx, { id, paidThrough, limit });
  const [first, last] = [shares[0], shares.at(-1)];
  if (first === undefined || last === undefined) return 0;
  // Whatever can be read is read before: the posting locks everybody's account.
  const addresses = await listShownAddresses(
    tx,
    shares.map(({ walletId }) => walletId),
  );
  const { journalId } = await postPayout(tx, {
    key: `distribution:${id}:${first.number}`,
    kind: 'distribution',
    asset: 'reward',
    sources: await sourcesOf(tx, shares),
    details: { distributionId: id },
  });
  await markPaid(tx, { id, first: first.number, last: last.number, journalId });
  const rewarded = shares.filter(({ swapReward }) => swapReward > 0n).map(({ walletId }) => walletId);
  if (rewarded.length > 0) await markSwapsRewarded(tx, { distributionId: id, walletIds: rewarded, before: endsAt });
  await tell(tx, { id, shares, addresses, journalId });
  crashPoint('r3');
  return shares.length;
}

async function sourcesOf(tx: DbTx, shares: readonly Share[]): Promise<readonly PayoutSource[]> {
  const parts = shares
    .filter(({ reward }) => reward > 0n)
    .map(({ accountId, reward }) => ({ credit: accountId, amount: reward }));
  const rewards = shares
    .filter(({ swapReward }) => swapReward > 0n)
    .map(({ accountId, swapReward }) => ({ credit: accountId, amount: swapReward }));
  const sources: PayoutSource[] = [];
  if (parts.length > 0)
    sources.push({ debit: await houseAccount(tx, 'reward-pool', 'reward'), code: 'distribution', parts });
  // Most holders have not swapped: the question would be one too many for each chunk.
  if (rewards.length > 0)
    sources.push({ debit: await houseAccount(tx, 'swap-rewards', 'reward'), code: 'swap-reward', parts: rewards });
  return sources;
}

type Paid = {
  readonly id: DistributionId;
  readonly shares: readonly Share[];
  readonly addresses: Awaited<ReturnType<typeof listShownAddresses>>;
  readonly journalId: JournalId;
};

/** A record and its message for every wallet, and news for open screens. */
async function tell(tx: DbTx, { id, shares, addresses, journalId }: Paid): Promise<void> {
  await putRecords(
    tx,
    shares.map(({ personId, walletId, reward, swapReward }) => ({
      record: {
        personId,
        walletId,
        type: 'airdrop-reward',
        direction: 'in',
        status: 'success',
        settlement: 'internal',
        assetId: 'reward',
        amount: add(reward, swapReward),
        payAddress: null,
        receiveAddress: addresses.get(walletId) ?? null,
        source: { kind: 'distribution', id },
        journalId,
      },
      steps: [{ step: 'credited' }],
    })),
  );
  await notifyPeople(
    tx,
    shares.map(({ personId, walletId }) => ({ personId, topic: 'balances', ref: walletId })),
  );
}
