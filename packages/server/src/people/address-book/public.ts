export { refuseReceiver, type ReceiverStanding } from './address-book.ts';
export {
  deleteBook as deleteAddressBook,
  selectEntries as listAddressEntries,
  selectEntriesOf as listAddressEntriesOf,
  selectRules as listAddressRules,
  selectStandings as listReceiverStandings,
  undoWidening as undoAddressChanges,
} from './address-book-store.ts';
