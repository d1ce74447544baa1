import { assert } from '@tern/base/assert';
import { crashPoint } from '@tern/base/crash-point';
import { forEachIsolated } from '@tern/base/for-each-isolated';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { holdOpenWallet, listDisownedAmong, type AffirmAddresses } from '../../people/wallets/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { considerActivation, type ActivationDeps } from '../promotions/public.ts';
import { selectAssignable, type Assignable } from './assignment-store.ts';
import { inflowKey } from './deposit.ts';
import { insertResolution, lockSubject } from './quarantine-store.ts';
import { holdDeposits, screenInflows, type ScreenDepositsDeps } from './screen-deposits.ts';
import { showDeposits, type ShowDepositDeps } from './show-deposits.ts';

export type SettleSuspenseDeps = ShowDepositDeps &
  ScreenDepositsDeps & {
    readonly db: Database;
    readonly activation: ActivationDeps;
    readonly affirmAddresses: AffirmAddresses;
  };

/**
 * Worker step: credits money in suspense that has found its owner, each in one transaction: operators said whose it is, or it
 * came to an address that the signer says is its own. Returns how much it found.
 */
export async function settleSuspense(deps: SettleSuspenseDeps, { limit }: { readonly limit: number }): Promise<number> {
  const found = await selectAssignable(deps.db.kysely, { limit });
  const affirmed = await deps.affirmAddresses(found.filter(({ decided }) => !decided).map(({ inflow }) => inflow.to));
  const ready = found.filter(({ decided, inflow }) => decided || affirmed.has(inflow.to));
  return await forEachIsolated(ready, async (item) => {
    await transact(deps.db, (tx) => credit(tx, deps, item));
    return true;
  });
}

async function credit(tx: DbTx, deps: SettleSuspenseDeps, found: Assignable): Promise<void> {
  const { depositId, inflow, block, wallet, decided } = found;
  const { assetId, amount } = inflow;
  // Operators may have sent it back, or named another wallet, between the look and now: the next look sees that.
  await lockSubject(tx, `deposit:${depositId}`);
  const [now] = await selectAssignable(tx, { depositId, limit: 1 });
  if (now?.wallet.id !== wallet.id || now.decided !== decided) return;
  if (!decided && (await listDisownedAmong(tx, [inflow.to])).size > 0) return;
  if (!(await holdOpenWallet(tx, wallet.id))) return;
  const owner = { personId: wallet.personId, walletId: wallet.id };
  const { journalId, replayed } = await postJournal(tx, {
    key: `suspense-resolution:${depositId}`,
    kind: 'suspense-resolution',
    legs: [
      {
        debit: await houseAccount(tx, 'suspense', assetId),
        credit: await openCustomerAccount(tx, { ...owner, asset: assetId }),
        asset: assetId,
        amount,
        code: 'identified',
      },
    ],
    details: { depositId },
  });
  // Another worker was here between the look and now.
  if (replayed) return;
  const head = { number: block.number, id: block.id, parentId: block.id, timeMs: block.time.getTime() };
  const held = await screenInflows(tx, deps, [inflow]);
  const isHeld = held.has(inflowKey(inflow));
  const [recordId] = await showDeposits(tx, deps, [{ inflow, wallet, block: head, journalId, isHeld }]);
  assert(recordId !== undefined, 'what is shown has a record');
  await insertResolution(tx, { depositId, walletId: wallet.id, recordId, journalId });
  await holdDeposits(tx, held, [{ depositId, recordId, inflow, wallet }]);
  await notifyPeople(tx, [{ personId: wallet.personId, topic: 'balances', ref: wallet.id }]);
  await considerActivation(tx, deps.activation, {
    ...owner,
    walletAddress: inflow.to,
    depositId,
    assetId,
    amount,
    sourceAddress: inflow.from,
  });
  crashPoint('d4');
}
