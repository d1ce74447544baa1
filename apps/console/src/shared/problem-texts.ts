import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ORPCError } from '@orpc/client';
import { StatementFault } from './signing/read-statement.ts';

/** What an operator reads for each problem. */
const problemTexts: Readonly<Record<string, MessageDescriptor>> = {
  INPUT_INVALID: msg`Something in the form cannot be used.`,
  LOGIN_EXPIRED: msg`The session has ended. Sign in again.`,
  ORIGIN_REFUSED: msg`Open the console by its own address.`,
  NOT_FOUND: msg`This does not exist.`,
  TOO_MANY_REQUESTS: msg`Too many tries from this place. Wait a while.`,
  PASSKEY_REFUSED: msg`This passkey was not accepted.`,
  ROLE_MISSING: msg`Your role does not allow this.`,
  ENROLMENT_OVER: msg`This link was used already or is too old. Ask for a new one.`,
  ENROLMENT_CODE_WRONG: msg`The code does not belong to this link. Check it with the administrator who gave it to you.`,
  PICTURE_REFUSED: msg`This is no picture that can be kept.`,
  UNAVAILABLE: msg`Not possible now. Try again in a minute.`,
  DECISION_REFUSED: msg`Nothing was changed.`,
  STATEMENT_TOO_LONG: msg`The period has too many movements for one PDF. Choose a shorter one, or take CSV.`,
};

const refusalTexts: Readonly<Record<string, MessageDescriptor>> = {
  'already-decided-by-you': msg`You have decided about this already. Another operator has to.`,
  'not-under-review': msg`It is not under review any more.`,
  'reveals-used-up': msg`You have looked at as many people in full as one may in a day.`,
  'text-needed': msg`Write what is wrong: the person reads it.`,
  'text-invalid': msg`The text is too long or contains characters nobody sees.`,
  'needed-meanwhile': msg`Payments need this money meanwhile; the proposal was withdrawn.`,
  'not-proposed': msg`It is not proposed any more.`,
  'not-stopped': msg`It was not stopped.`,
  'already-so': msg`It is so already.`,
  'not-open': msg`It has ended already.`,
  'no-such-wallet': msg`No wallet has this address.`,
  'token-frozen': msg`Its token is frozen. Trust it again first.`,
  'may-still-pay': msg`An attempt is under way that may still pay it. Wait for its end.`,
  'not-waiting': msg`It does not wait to be paid.`,
  'no-unexpected-receipt': msg`It has no unexpected receipt.`,
  'account-on-hold': msg`The account is on hold or closed. You can reject it now, or approve it once that is over.`,
  'receiver-listed': msg`Its receiver has come on a list of refused addresses. Look at what was found, then decide again.`,
  'list-ahead': msg`The day of the list has not come yet.`,
  'listed-own': msg`One of these addresses belongs to this installation.`,
  'listed-already': msg`One of the addresses to add is on this list already.`,
  'not-listed': msg`One of the addresses to remove is not on this list.`,
  'receiver-closed': msg`The receiver has closed their account. Reject the transfer to return the money to its sender.`,
  'deadline-over': msg`Its deadline has passed. It goes back to its sender by itself, or you can reject it now.`,
  'may-have-paid': msg`It was signed before the database was set back, and may have been paid. It can only be approved.`,
  'own-account': msg`You have declared an account of it as close to you. Another operator has to decide.`,
  'second-operator-needed': msg`Whoever changed it last cannot do this. Another operator has to.`,
  'changed-meanwhile': msg`It has changed since you opened the page. Check it again.`,
  'facts-changed': msg`What you signed has changed since. Look at it again, then sign again.`,
  'not-a-draft': msg`It is published already.`,
  'not-published': msg`It is not open.`,
  'target-not-listed': msg`The setting WEBHOOK_HOSTS does not name this address. Whoever runs the installation has to add it first.`,
  'target-not-public': msg`The address leads into a private network. Only public addresses are reached.`,
  'target-unknown': msg`Nobody knows the host of this address.`,
  'no-such-webhook': msg`There is no such webhook.`,
  'suggestion-over': msg`This suggestion was proposed already, or has expired.`,
  'no-such-key': msg`There is no such key.`,
  'key-revoked': msg`This key is revoked. That cannot be undone: propose another key.`,
  'key-renamed': msg`The key has another name by now. Withdraw the proposal and propose it again.`,
  'key-name-taken': msg`There is a key with this name already.`,
  'no-levels': msg`There are no levels. Limits come first, under “Fees and limits”.`,
  'minimum-above-level': msg`The smallest transfer of a coin would be more than a level may send in 24 hours, so what arrives could not leave.`,
  'level-ends-soon': msg`A level has to last two days at least, so that its end is known a day before.`,
  'not-parked': msg`It is not parked any more.`,
  'range-too-large': msg`These are more than 10,000 events. Choose a shorter time.`,
  'nothing-found': msg`There is no event of this webhook in that time.`,
  'not-funded': msg`The house does not own that much on chain.`,
  over: msg`Its end has passed already.`,
  'reward-invalid': msg`The reward has to be an amount above zero, such as 12.5.`,
  'texts-invalid': msg`A text is missing, too long, or contains characters nobody sees. English is always needed.`,
  'dates-invalid': msg`It has to close after it opens.`,
  'warned-contract': msg`A contract sent it and may keep what comes back. Ask the sender first; then say it again despite this.`,
  'warned-shared-sender': msg`The sender pays for many people, likely an exchange. Ask them first; then say it again despite this.`,
  'warned-pays-many-people': msg`The sender has paid many people here, likely an exchange. Ask first; then say it again despite this.`,
  'settles-by-itself': msg`It is credited by itself within seconds.`,
  'address-disowned': msg`The signer has no key for the address it came to, so these coins are not ours to return. What we paid back would be our own money.`,
  'own-address': msg`It came from an address of ours.`,
  'on-its-way': msg`It is on its way back already.`,
  'proposed-by-you': msg`You have proposed it. Another operator has to carry it out.`,
  'amount-invalid': msg`That is no amount above zero.`,
  'purpose-invalid': msg`Only reward tokens can be set aside for that.`,
  'no-such-pair': msg`This installation has no such pair.`,
  'two-operators-first': msg`Two operators have to allow this file first. It can then be taken for 24 hours.`,
  'term-invalid': msg`One of the new values is no amount, or too large for a share.`,
  'terms-contradict': msg`The values contradict each other or the activation minimum. In ascending order: review threshold, threshold for two operators, largest transfer, a person’s 24 hours, everybody’s 24 hours. The smallest transfer and the maximum fee together must fit within the activation minimum.`,
  'notice-too-short': msg`Too early: what is worse for people takes effect 24 hours after the second decision, and nothing before the version decided last.`,
  'too-far-ahead': msg`Too far ahead. A date can be a year from now at most, and an activity can be open for a year at most.`,
  'no-such-person': msg`One of these numbers is nobody’s.`,
  'one-is-open': msg`An order of this kind is open already.`,
  'name-taken': msg`There is an operator with this name already.`,
  'no-such-operator': msg`There is no operator with this name who can sign in.`,
  'already-proposed': msg`A change to this operator is waiting for approval already.`,
  'about-yourself': msg`This is about you. Another administrator has to decide.`,
  'proposer-gone': msg`The administrator who proposed this is no longer one. Withdraw it and propose it again.`,
  'proposal-too-old': msg`This was proposed more than a week ago. Withdraw it and propose it again.`,
  'not-under-way': msg`This break-glass request is over already.`,
  'no-money-yet': msg`You cannot decide about money yet: you, or the person who let you in, came in by break-glass or were enabled again. The Operators page says until when.`,
  'only-invites-yet': msg`Until somebody who came in by break-glass or was enabled again can decide about money, they can only invite operators. The Operators page says from when they can.`,
  'key-too-new': msg`The key is new: for its first three days it signs nothing about money, operators or keys. Use another of your keys.`,
  'session-not-fresh': msg`Sign out and in again first. A key can be added within ten minutes of signing in.`,
  'three-keys': msg`You have three keys already. Remove one first.`,
  'key-name-used': msg`You have a key with this name already.`,
  'key-over': msg`This key has already been removed or disabled.`,
  'key-in-use': msg`This key was used within the last three days. Two administrators can disable it.`,
  'last-key': msg`It is the only key. Disable the operator instead.`,
  'signed-by-itself': msg`A key cannot remove itself. Sign with another of your keys.`,
  'surplus-over': msg`This surplus has been decided, is on its way back, or turned out to be a deposit. Withdraw the proposal.`,
  'surplus-changed': msg`A deposit was found that is part of this surplus. Withdraw the proposal and propose what is left.`,
  'surplus-quarantined': msg`A quarantined item of this address may be the surplus. Decide about the item first.`,
  'address-invalid': msg`This is not a Tron address.`,
  'to-own-address': msg`This is an address of ours. Money that is returned has to leave.`,
  'signed-otherwise': msg`A return of this surplus was signed before and did not arrive. Only the same amount to the same address can be signed again. Otherwise, book it to the house.`,
  'contract-address': msg`A contract has this address, and may keep what it is paid. Ask the sender for another address.`,
  'not-from-cold': msg`This money did not come from cold storage to the hot wallet, or is no longer in suspense. Withdraw the proposal.`,
  'no-shortfall': msg`Nothing is missing there any more. Withdraw the proposal.`,
  'shortfall-changed': msg`Another amount is missing now. Withdraw the proposal and propose what the page shows.`,
  'no-issuer-act': msg`We saw no transaction in which the issuer destroyed tokens there. If they are gone, accept the loss instead.`,
  'house-cannot-cover': msg`House equity is smaller than this loss. Pay in first, then book the loss.`,
  'pay-in-instead': msg`All places together hold less than is owed. Pay in the difference.`,
  'reason-needed': msg`Write at least three characters.`,
};

const networkText = msg`No answer. Nothing was changed; try again.`;

const statementText = msg`The server asked for a signature on something other than what it shows. Nothing was signed. Tell an administrator.`;

export function problemText(error: unknown): string {
  if (error instanceof StatementFault) return i18n._(statementText);
  if (!(error instanceof ORPCError)) return i18n._(networkText);
  const { reason } = (error.data ?? {}) as { reason?: string };
  const refusal = reason === undefined ? undefined : refusalTexts[reason];
  return i18n._(refusal ?? problemTexts[String(error.code)] ?? networkText);
}

export function isLoginExpired(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'LOGIN_EXPIRED';
}
