import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RecordReason } from '@tern/contracts/routes/records';
import { freezeReasons } from './reason-names.ts';

// Codes of deposits, transfers and orders: why, what a node answered, what was booked, what is waited for.

const recordReasons = {
  reorganised: msg`The chain took its block back.`,
  'rejected-by-review': msg`Rejected in review.`,
  'rejected-limit': msg`Rejected: beyond the limits.`,
  'rejected-unconfirmed': msg`Rejected: the person did not confirm it.`,
  'cancelled-by-person': msg`The person cancelled it.`,
  'failed-on-chain': msg`It failed on the chain.`,
  'never-included': msg`No block ever included it.`,
  'not-payable': msg`It could not be paid.`,
  'above-review-limit': msg`Its amount needs a review.`,
  expired: msg`It expired.`,
} as const satisfies Record<RecordReason, MessageDescriptor>;

const arrivalReasons = {
  'unassigned-address': msg`Its address is ours and nobody’s.`,
  'contract-transfer': msg`A contract sent TRX, and not every node shows it.`,
  'token-frozen': msg`The contract of its token contradicts its own events.`,
  'token-unproven': msg`The contract of its token could not be asked yet.`,
  'unknown-sender': msg`It went to the house from an address that the house does not pay from.`,
  'surplus-returned': msg`It was part of a surplus that went back to its sender.`,
  'address-disowned': msg`The signer says that the address is not its own.`,
  'address-unproven': msg`The signer could not be asked about the address yet.`,
  'unclear-result': msg`Its result is unclear.`,
  'unlisted-token': msg`A token that is not listed here, perhaps one that looks like a listed one.`,
  'malformed-event': msg`An event that is not as its token writes them.`,
  'internal-transfer': msg`TRX that a contract sent.`,
  trc10: msg`A TRC-10 token.`,
  'unlisted-contract-form': msg`A form of contract that is not read here.`,
  'permission-change': msg`It changes who may sign for an address of ours.`,
  'unknown-outflow': msg`It took something from us without an order.`,
  'issuer-act': msg`The issuer of a token acted on it.`,
  'contradicted-event': msg`The contract of the token contradicts the event.`,
  'implausible-amount': msg`More than any token has units.`,
} as const satisfies Record<string, MessageDescriptor>;

const answers = {
  accepted: msg`accepted`,
  refused: msg`refused`,
  unknown: msg`unclear`,
  succeeded: msg`success`,
  dead: msg`proven dead`,
} as const satisfies Record<string, MessageDescriptor>;

const journalKinds = {
  deposit: msg`Deposit credited`,
  'deposit-unidentified': msg`Deposit kept in suspense`,
  'suspense-resolution': msg`Suspense cleared`,
  'surplus-explained': msg`Surplus explained by a deposit`,
  'internal-transfer': msg`Internal transfer`,
  'internal-transfer-hold': msg`Internal transfer held`,
  'internal-transfer-post': msg`Internal transfer, out of the hold`,
  'internal-transfer-void': msg`Hold of an internal transfer released`,
  'internal-transfer-expire': msg`Hold of an internal transfer expired`,
  'deposit-hold': msg`Deposit held`,
  'deposit-hold-void': msg`Hold of a deposit released`,
  'withdrawal-hold': msg`Send held`,
  'withdrawal-post': msg`Send and its fee, out of the hold`,
  'withdrawal-void': msg`Hold of a send released`,
  'withdrawal-expire': msg`Hold of a send expired`,
  'network-cost': msg`Network cost of the house`,
  swap: msg`Swap`,
  'swap-reward-accrual': msg`Reward owed for a swap`,
  distribution: msg`Distribution of the pool`,
  'activity-reward': msg`Reward of an activity`,
  'activation-bonus': msg`Activation bonus`,
  'cold-return': msg`Return from cold storage`,
  'reserve-loss': msg`Loss`,
  correction: msg`Correction`,
} as const satisfies Record<string, MessageDescriptor>;

/** What a treasury order waits for. */
const orderWaits = {
  'hot-wallet': msg`It is signed once the hot wallet holds enough.`,
  'signer-limit': msg`It is beyond what the signer signs today without operators.`,
  signer: msg`The signer refused to sign it or does not answer.`,
  node: msg`The nodes do not answer or disagree.`,
  fee: msg`The network costs more now than the order allows.`,
  token: msg`The token refuses transfers now.`,
  'delegated-stake': msg`Delegated energy must be undelegated first.`,
  proof: msg`The nodes do not show yet what became of it.`,
} as const satisfies Record<string, MessageDescriptor>;

/** What screening found, why it held money, and what the deadline of the hold did. */
const screening = {
  listed: msg`On a list`,
  hit: msg`Reported by the screening service`,
  'no-answer': msg`No answer from the screening service`,
  'nothing-found': msg`Nothing was found.`,
  asked: msg`Until the screening service has answered`,
  ...freezeReasons,
  returned: msg`Nobody had decided. Everything went back to the sender.`,
  usable: msg`Nobody had decided. The person can use it.`,
} as const satisfies Record<string, MessageDescriptor>;

const names = { reasons: { ...recordReasons, ...arrivalReasons }, answers, journalKinds, orderWaits, screening };

/** A code of the server in words. One without words here stands as it is, so that nothing is hidden. */
export function codeName(list: keyof typeof names, code: string): MessageDescriptor {
  const known: Readonly<Record<string, MessageDescriptor>> = names[list];
  return known[code] ?? { id: code, message: code };
}
