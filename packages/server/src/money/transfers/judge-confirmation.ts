import { assert } from '@tern/base/assert';
import { toWire } from '@tern/base/to-wire';
import { problem, type DomainError } from '@tern/contracts/problem';
import type { WalletAccount } from '@tern/ledger/balances';
import { multiplyFloor, ratio } from '@tern/money/ratio';
import { subtractOrZero, zero } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { requireActing } from '../../people/accounts/public.ts';
import { refuseReceiver } from '../../people/address-book/public.ts';
import type { Proof } from '../../people/factors/public.ts';
import type { SendingTerms } from '../../people/terms/public.ts';
import { findShownAddress, type Wallet } from '../../people/wallets/public.ts';
import { accountKey, type AskedConfirmation, type ConfirmationFacts } from './confirmation-facts.ts';
import { hashDraft, type StoredDraft } from './draft.ts';
import { checkLevelRoom } from './level-room.ts';
import type { ScreenedSend } from './screen-send.ts';

/** A draft as it was shown, the terms it was created under, and the session it is confirmed in. */
export type ShownDraft = AskedConfirmation &
  ScreenedSend & {
    readonly terms: SendingTerms;
    /** The factors it is confirmed with, which are counted with it. */
    readonly proof: Proof;
  };

/** A confirmation that nothing speaks against but perhaps the ledger. */
export type Confirmable = Omit<ShownDraft, 'sessionId' | 'proof'> & {
  readonly payer: Wallet;
  /** Null for a send to the chain. */
  readonly receiver: Wallet | null;
  readonly account: WalletAccount;
  /** What the record shows as the paying address. */
  /** Null where the payer's address may not be shown. */
  readonly payAddress: TronAddress | null;
};

/**
 * Judges one confirmation by the facts of its set, in the order in which refusals are told. Throws the problem that speaks
 * against it. A set has one confirmation of each person, so nothing in it depends on another one but balances, which the
 * ledger decides in the end.
 */
export function judgeConfirmation(
  facts: ConfirmationFacts,
  { draft: shown, terms, sessionId, finding, ruleVersion }: Omit<ShownDraft, 'proof'>,
): Confirmable {
  const person = facts.people.get(shown.personId);
  if (person === undefined) throw problem('NOT_FOUND');
  requireActing(person);
  if (!facts.openSessions.has(sessionId)) throw problem('LOGIN_EXPIRED');
  const draft = facts.drafts.get(shown.id);
  if (draft === undefined || !draft.hash.equals(hashDraft(draft)) || !draft.hash.equals(shown.hash))
    throw problem('DRAFT_CHANGED');
  if (draft.used) throw problem('DRAFT_USED');
  if (draft.expired) throw problem('DRAFT_EXPIRED');
  const receiver = findReceiver(facts, draft);
  if (!draft.ownMove) {
    checkOwnRules(facts, draft);
    checkHold(facts, draft);
    checkDailyLimit(facts, draft, terms);
    if (draft.settlement === 'chain') checkLevelRoom(facts.levelRooms.get(draft.personId), draft);
  }
  const account = findPayingAccount(facts, draft);
  const payer = facts.walletsById.get(draft.walletId);
  assert(payer !== undefined, `draft ${draft.id} has a wallet`);
  const payAddress = draft.settlement === 'chain' ? facts.hotAddresses[0] : findShownAddress(payer);
  if (payAddress === undefined) throw problem('ASSET_NOT_SENDABLE');
  return { draft, terms, finding, ruleVersion, payer, receiver, account, payAddress };
}

/** The receiver must still be who it was, and the asset open: five minutes are enough for either to change. */
function findReceiver(facts: ConfirmationFacts, draft: StoredDraft): Wallet | null {
  const receiver = facts.walletsByAddress.get(draft.toAddress) ?? null;
  if ((receiver?.id ?? null) !== draft.receiverWalletId) throw problem('DRAFT_CHANGED');
  checkFound(facts, draft, receiver);
  if (draft.settlement === 'internal') {
    // An own move needs no look: its person is locked, so their account stays open.
    const isOpen = draft.ownMove || (receiver !== null && facts.openReceivers.has(receiver.id));
    if (!isOpen) throw problem('DRAFT_CHANGED');
    return receiver;
  }
  if (facts.hotAddresses.includes(draft.toAddress)) throw problem('ADDRESS_REFUSED', { reason: 'house-address' });
  if (facts.pausedAssets.has(draft.assetId)) throw problem('ASSET_NOT_SENDABLE');
  return null;
}

/** What was typed must still find this receiver under the name that was shown: nobody else, and only while they allow it. */
function checkFound({ found }: ConfirmationFacts, { id, sentTo }: StoredDraft, receiver: Wallet | null): void {
  if (sentTo === null) return;
  const person = found.get(id);
  if (person === undefined || person.personId !== receiver?.personId || person.shownName !== sentTo.name)
    throw problem('RECEIVER_CHANGED');
}

function checkOwnRules({ standings, paidBefore }: ConfirmationFacts, { personId, sentTo }: StoredDraft): void {
  const stored = standings.get(personId);
  const standing = stored && sentTo !== null ? { ...stored, entry: undefined } : stored;
  const refusal = standing && refuseReceiver(standing, paidBefore.has(personId));
  if (refusal !== undefined) throw refusal;
}

function checkHold({ holds, paidBefore }: ConfirmationFacts, { personId }: StoredDraft): void {
  const hold = holds.get(personId);
  if (hold === undefined || paidBefore.has(personId)) return;
  throw problem('SENDING_HELD', toWire({ until: hold.until, reason: hold.reason }));
}

function checkDailyLimit(
  { sentToday }: ConfirmationFacts,
  draft: StoredDraft,
  { dailyMaximumUsdt }: SendingTerms,
): void {
  const left = subtractOrZero(dailyMaximumUsdt, sentToday.get(draft.personId) ?? zero);
  if (draft.usdtValue <= left) return;
  // What is left in the asset, at the draft's own price.
  const limit = draft.usdtValue === 0n ? zero : multiplyFloor(left, ratio(draft.amount, draft.usdtValue));
  throw problem('DAILY_LIMIT_REACHED', toWire({ assetId: draft.assetId, limit }));
}

/** Refuses the common case of too little money before anything is written. */
function findPayingAccount({ accounts }: ConfirmationFacts, draft: StoredDraft): WalletAccount {
  const account = accounts.get(accountKey(draft.walletId, draft.assetId));
  const available = account?.available ?? zero;
  if (account === undefined || draft.amount + draft.fee > available)
    throw insufficientBalance(draft, toWire(available));
  return account;
}

export function insufficientBalance(
  { assetId }: Pick<StoredDraft, 'assetId'>,
  available: string,
): DomainError<'INSUFFICIENT_BALANCE'> {
  return problem('INSUFFICIENT_BALANCE', { assetId, available });
}
