import { assert } from '@tern/base/assert';
import { crashPoint } from '@tern/base/crash-point';
import type { DistributionId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { LedgerError } from '@tern/ledger/error';
import type { JournalId } from '@tern/ledger/ids';
import type { Leg } from '@tern/ledger/post-journal';
import { postJournals, type BatchedJournal } from '@tern/ledger/post-journals';
import { add } from '@tern/money/units';
import { sql } from 'kysely';
import { putRecords } from '../records/public.ts';
import { markSwapsRewarded } from '../swaps/public.ts';
import { listWalletAddresses } from '../wallets/public.ts';
import type { Distribution, Share } from './distribution.ts';
import { listUnpaidShares, markPaid } from './distribution-store.ts';

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
  const addresses = await listWalletAddresses(
    tx,
    shares.map(({ walletId }) => walletId),
  );
  const journalId = await post(tx, {
    key: `distribution:${id}:${first.number}`,
    kind: 'distribution',
    legs: await legsOf(tx, shares),
    details: { distributionId: id },
  });
  await markPaid(tx, { id, first: first.number, last: last.number, journalId });
  const rewarded = shares.filter(({ swapReward }) => swapReward > 0n).map(({ walletId }) => walletId);
  if (rewarded.length > 0) await markSwapsRewarded(tx, { distributionId: id, walletIds: rewarded, before: endsAt });
  await tell(tx, { id, shares, addresses, journalId });
  crashPoint('r3');
  return shares.length;
}

async function post(tx: DbTx, journal: BatchedJournal): Promise<JournalId> {
  const [reply] = await postJournals(tx, [journal]);
  assert(reply !== undefined, 'a journal has a reply');
  if (reply instanceof LedgerError) throw reply;
  return reply.journalId;
}

async function legsOf(tx: DbTx, shares: readonly Share[]): Promise<readonly Leg[]> {
  const pool = await houseAccount(tx, 'reward-pool', 'reward');
  const leg = { asset: 'reward' } as const;
  const parts = shares
    .filter(({ reward }) => reward > 0n)
    .map(({ accountId, reward }) => ({
      ...leg,
      debit: pool,
      credit: accountId,
      amount: reward,
      code: 'distribution' as const,
    }));
  const rewarded = shares.filter(({ swapReward }) => swapReward > 0n);
  // Most holders have not swapped: the question would be one too many for each chunk.
  if (rewarded.length === 0) return parts;
  const owed = await houseAccount(tx, 'swap-rewards', 'reward');
  return [
    ...parts,
    ...rewarded.map(({ accountId, swapReward }) => ({
      ...leg,
      debit: owed,
      credit: accountId,
      amount: swapReward,
      code: 'swap-reward' as const,
    })),
  ];
}

type Paid = {
  readonly id: DistributionId;
  readonly shares: readonly Share[];
  readonly addresses: Awaited<ReturnType<typeof listWalletAddresses>>;
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
  await sql`
    SELECT notify_person(s.person, 'balances', s.wallet)
      FROM unnest(${shares.map(({ personId }) => personId)}::uuid[], ${shares.map(({ walletId }) => walletId)}::text[])
        AS s (person, wallet)`.execute(tx);
}
