import type { PersonId, WalletId } from '@tern/base/ids';
import type { VerdictView } from '@tern/contracts/routes/transfers';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { isZeroAddress } from '@tern/tron/zero-address';
import { receiverClassOf, type ReceiverClass, type ReceiverFacts, type TokenContracts } from './read-receiver.ts';
import { findLookAlike, verdict } from './verdict.ts';

/** A wallet of this installation that an address belongs to. */
export type KnownWallet = { readonly id: WalletId; readonly personId: PersonId };

/** An address the sender has named. */
export type BookedAddress = { readonly address: string; readonly label: string };

export type ScreeningInput = {
  readonly sender: { readonly personId: PersonId; readonly walletId: WalletId };
  readonly assetId: AssetId;
  readonly address: TronAddress;
  /** The wallet here with this address, if there is one. */
  readonly wallet: KnownWallet | undefined;
  /** True for the house's addresses and those waiting in the pool. */
  readonly isHouse: boolean;
  /** Addresses this person sent to before, newest first, and those of the person's own wallets. */
  readonly sentTo: readonly string[];
  readonly own: readonly string[];
  /** The person's address book. */
  readonly book: readonly BookedAddress[];
  readonly contracts: TokenContracts;
  /** What the chain says; undefined when no node answered, or for addresses of this installation. */
  readonly facts: ReceiverFacts | undefined;
};

export type Screening = {
  readonly settlement: 'chain' | 'internal';
  readonly receiverClass: ReceiverClass;
  readonly ownMove: boolean;
  readonly verdicts: readonly VerdictView[];
};

/** Everything that is known about a receive address, hardest finding first. Pure: all reading is done by the caller. */
export function screenAddress(input: ScreeningInput): Screening {
  const { sender, address, wallet, facts } = input;
  const ownMove = wallet !== undefined && wallet.personId === sender.personId && wallet.id !== sender.walletId;
  const internal = wallet !== undefined;
  const verdicts: VerdictView[] = [];
  if (wallet?.id === sender.walletId) verdicts.push(verdict('own-wallet'));
  if (isZeroAddress(address)) verdicts.push(verdict('zero-address'));
  if (Object.values(input.contracts).includes(address)) verdicts.push(verdict('token-contract'));
  else if (facts?.isContract === true && input.assetId === 'trx') verdicts.push(verdict('contract-takes-no-trx'));
  if (input.isHouse) verdicts.push(verdict('house-address'));
  if (facts?.blacklisted === true) verdicts.push(verdict('blacklisted'));
  if (ownMove) verdicts.push(verdict('other-own-wallet'));
  else if (internal && wallet.id !== sender.walletId) verdicts.push(verdict('person-here'));
  const stopped = verdicts.some(({ severity }) => severity === 'refusal');
  if (!stopped && !ownMove) verdicts.push(...strangerVerdicts(input));
  return {
    settlement: internal ? 'internal' : 'chain',
    receiverClass: internal ? 'internal' : facts === undefined ? 'no-token' : receiverClassOf(facts),
    ownMove,
    verdicts,
  };
}

function strangerVerdicts({ address, sentTo, own, book, facts }: ScreeningInput): readonly VerdictView[] {
  const verdicts: VerdictView[] = [];
  const listed = book.find((entry) => entry.address === address);
  if (listed !== undefined) verdicts.push(verdict('in-address-book', { label: listed.label }));
  // The book first: a name says more than a bare address.
  const nameless = [...sentTo, ...own].map((known) => ({ address: known, label: null }));
  const lookAlike = findLookAlike(address, [...book, ...nameless]);
  if (lookAlike !== undefined) verdicts.push(verdict('looks-like-known', lookAlike));
  if (!sentTo.includes(address)) verdicts.push(verdict('first-time'));
  if (facts === undefined) return verdicts;
  if (facts.isContract) verdicts.push(verdict('contract'));
  else if (!facts.activated) verdicts.push(verdict(facts.holdsToken ? 'not-activated-on-tron' : 'never-used-on-chain'));
  return verdicts;
}
