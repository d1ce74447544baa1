import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import { openCustomerAccounts } from '@tern/ledger/account';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { LedgerError } from '@tern/ledger/error';
import type { AccountId, JournalId } from '@tern/ledger/ids';
import { postJournals, type BatchedJournal } from '@tern/ledger/post-journals';
import { rememberHouseAccounts } from '@tern/ledger/remember-house-accounts';
import type { TronAddress } from '@tern/tron/address';
import { inflowKey, type Booking, type CustomerBooking, type Destination } from './deposit.ts';

export type PostInflowsDeps = {
  /** The house's addresses on chain, all in the hot wallet's custody. */
  readonly houseAddresses: ReadonlySet<TronAddress>;
};

const journalWords = {
  customer: { kind: 'deposit', code: 'deposit' },
  treasury: { kind: 'treasury-funding', code: 'funding' },
  suspense: { kind: 'deposit-unidentified', code: 'unidentified' },
} as const;
const creditors = { treasury: 'capital', suspense: 'suspense' } as const satisfies Record<string, HouseAccountCode>;

/** Posts one journal for each booking that moves money. Returns their journals by `inflowKey`. */
export async function postInflows(
  tx: DbTx,
  { houseAddresses }: PostInflowsDeps,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<string, JournalId>> {
  const house = rememberHouseAccounts(tx);
  const custodyOf = ({ inflow }: Booking): Promise<AccountId> =>
    house(houseAddresses.has(inflow.to) ? 'custody:hot' : 'custody:deposit', inflow.assetId);
  const customers = bookings.filter(isForCustomer);
  const accounts = await openCustomerAccounts(
    tx,
    customers.map(({ inflow, destination: { wallet } }) => {
      return { personId: wallet.personId, walletId: wallet.id, asset: inflow.assetId };
    }),
  );
  const accountOf = new Map<Booking, AccountId | undefined>(customers.map((booking, at) => [booking, accounts[at]]));
  const journals: { readonly booking: Booking; readonly journal: BatchedJournal }[] = [];
  for (const booking of bookings) {
    const { to } = booking.destination;
    if (to === 'own') continue;
    const creditor = to === 'customer' ? accountOf.get(booking) : await house(creditors[to], booking.inflow.assetId);
    assert(creditor !== undefined, 'every customer has an account');
    journals.push({ booking, journal: journalOf(booking, { to, debit: await custodyOf(booking), credit: creditor }) });
  }
  if (journals.length === 0) return new Map();
  const replies = await postJournals(
    tx,
    journals.map(({ journal }) => journal),
  );
  return new Map(
    journals.map(({ booking }, at) => {
      const reply = replies[at];
      if (reply instanceof LedgerError) throw reply;
      assert(reply !== undefined, 'every journal was answered');
      return [inflowKey(booking.inflow), reply.journalId];
    }),
  );
}

export function isForCustomer<Any extends Booking>(booking: Any): booking is Any & CustomerBooking {
  return booking.destination.to === 'customer';
}

type Move = {
  readonly to: Exclude<Destination['to'], 'own'>;
  readonly debit: AccountId;
  readonly credit: AccountId;
};

function journalOf({ inflow, block }: Booking, { to, debit, credit }: Move): BatchedJournal {
  const { kind, code } = journalWords[to];
  return {
    key: `deposit:${inflowKey(inflow)}`,
    kind,
    legs: [{ debit, credit, asset: inflow.assetId, amount: inflow.amount, code }],
    details: { txId: inflow.txId, kind: inflow.kind, index: inflow.index, block: block.number, to: inflow.to },
  };
}
