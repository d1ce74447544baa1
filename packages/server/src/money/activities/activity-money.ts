import type { ActivityId, ParticipationId, PersonId, WalletId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { houseAccount, openCustomerAccount, type OpenCustomerAccountInput } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { HouseAccountCode } from '@tern/ledger/chart';
import type { JournalId } from '@tern/ledger/ids';
import { postJournal } from '@tern/ledger/post-journal';
import { units, type Units } from '@tern/money/units';

/** Each activity has its own account, which holds every reward it has promised. */
export function accountOf(id: ActivityId): HouseAccountCode {
  return `promotion:activity-${id}`;
}

/** Sets aside what all places of an activity together can earn. The ledger refuses more than the house owns. */
export async function fundActivity(
  tx: DbTx,
  { id, amount, by }: { readonly id: ActivityId; readonly amount: Units; readonly by: string },
): Promise<void> {
  await postJournal(tx, {
    key: `activity-funding:${id}`,
    kind: 'promotion-funding',
    legs: [
      {
        debit: await houseAccount(tx, 'capital', 'reward'),
        credit: await houseAccount(tx, accountOf(id), 'reward'),
        asset: 'reward',
        amount,
        code: 'funding',
      },
    ],
    details: { operator: by },
  });
}

/** Pays one participation, once whatever happens. */
export async function postReward(
  tx: DbTx,
  payment: {
    readonly activityId: ActivityId;
    readonly participationId: ParticipationId;
    readonly personId: PersonId;
    readonly walletId: WalletId;
    readonly amount: Units;
  },
): Promise<JournalId> {
  const { activityId, participationId, personId, walletId, amount } = payment;
  const to: OpenCustomerAccountInput = { personId, walletId, asset: 'reward' };
  const { journalId } = await postJournal(tx, {
    key: `activity:${participationId}`,
    kind: 'activity-reward',
    legs: [
      {
        debit: await houseAccount(tx, accountOf(activityId), 'reward'),
        credit: await openCustomerAccount(tx, to),
        asset: 'reward',
        amount,
        code: 'activity-reward',
      },
    ],
    details: { activityId, participationId, personId },
  });
  return journalId;
}

/** Gives back to the house what an activity holds beyond `owed`. */
export async function returnRest(tx: DbTx, id: ActivityId, owed: Units): Promise<void> {
  const account = await houseAccount(tx, accountOf(id), 'reward');
  const rest = units((await getAccountBalance(tx, account)).available - owed);
  if (rest <= 0n) return;
  await postJournal(tx, {
    key: `activity-return:${id}`,
    kind: 'promotion-return',
    legs: [
      {
        debit: account,
        credit: await houseAccount(tx, 'capital', 'reward'),
        asset: 'reward',
        amount: rest,
        code: 'return',
      },
    ],
    details: { activityId: id },
  });
}
