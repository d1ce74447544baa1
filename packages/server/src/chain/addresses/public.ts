export { readReceiver, type ReceiverClass, type ReceiverFacts, type TokenContracts } from './read-receiver.ts';
export { screenAddress, type KnownWallet, type Screening } from './screen-address.ts';
export { verdict } from './verdict.ts';
