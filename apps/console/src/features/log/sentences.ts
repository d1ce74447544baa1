import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OperatorActionKind } from '@tern/contracts/operator-action';

/**
 * What each row of the log says. `who` is an operator or the command line, `about` what it was done to, as a link where it has a
 * page; `count`, `from`, `to` and `amount` come from its details. A test reads every sentence in both languages.
 */
export const sentences = {
  'operator-added': msg({ message: '{who} added the operator {about}' }),
  'operator-disabled': msg({ message: '{who} disabled the operator {about}' }),
  'withdrawal-approved': msg({ message: '{who} approved the withdrawal of {about}' }),
  'withdrawal-rejected': msg({ message: '{who} rejected the withdrawal of {about}' }),
  'withdrawal-resumed': msg({ message: '{who} had the payment of {about} tried again' }),
  'withdrawal-returned': msg({ message: '{who} had the payment of {about} returned to the sender' }),
  'unexpected-receipt-settled': msg({ message: '{who} confirmed that the payment of {about} was made' }),
  'unexpected-receipt-returned': msg({ message: '{who} had the payment of {about} returned after its receipt' }),
  'asset-resumed': msg({ message: '{who} resumed payments of {about}' }),
  'bonus-released': msg({ message: '{who} approved the bonus of person {about}' }),
  'bonus-refused': msg({ message: '{who} refused the bonus of person {about}' }),
  'reset-approved': msg({ message: '{who} approved the factor reset of person {about}' }),
  'reset-refused': msg({ message: '{who} refused the factor reset of person {about}' }),
  'sample-kept': msg({ message: '{who} uploaded an example picture' }),
  'quarantine-dismissed': msg({ message: '{who} closed {about} in quarantine' }),
  'suspense-assigned': msg({ message: '{who} said to whom the deposit of {about} belongs' }),
  'suspense-to-house': msg({ message: '{who} said that the deposit of {about} belongs to the house' }),
  'suspense-returned': msg({ message: '{who} asked to send the deposit of {about} back' }),
  'surplus-to-house': msg({ message: '{who} said that a surplus of {amount} belongs to the house' }),
  'token-thawed': msg({ message: '{who} said that the token {about} can be trusted again' }),
  'operator-invited': msg({ message: '{who} invited the operator {about}' }),
  'operator-role-changed': msg({ message: '{who} changed the role of the operator {about}' }),
  'operator-enabled': msg({ message: '{who} enabled the operator {about} again' }),
  'operator-change-proposed': msg({ message: '{who} proposed a change of the operator {about}' }),
  'operator-change-withdrawn': msg({ message: '{who} withdrew a proposed change of the operator {about}' }),
  'break-glass-started': msg({ message: 'Two custodians started break-glass for the operator {about}' }),
  'break-glass-opened': msg({ message: 'Break-glass opened for the operator {about}' }),
  'break-glass-cancelled': msg({ message: '{who} cancelled break-glass for the operator {about}' }),
  'operator-passkey-added': msg({ message: '{who} enrolled a passkey' }),
  'custodian-code-made': msg({ message: 'The custodian {about} made a code on the console’s machine' }),
  'operator-signed-in': msg({ message: '{who} signed in' }),
  'operator-signed-out': msg({ message: '{who} signed out' }),
  'operator-session-moved': msg({ message: 'The session of {who} was ended because it was used from another place' }),
  'decision-signed': msg({ message: '{who} signed a decision about {about}' }),
  'decision-refused': msg({ message: '{who} was refused a decision about {about}' }),
  'cold-order-approved': msg({ message: '{who} approved the treasury order {about}' }),
  'cold-order-rejected': msg({ message: '{who} rejected the treasury order {about}' }),
  'treasury-order-proposed': msg({ message: '{who} proposed the treasury order {about}' }),
  'treasury-order-resumed': msg({ message: '{who} had the treasury order {about} tried again' }),
  'flow-stopped': msg({ message: '{who} stopped the flow {about}' }),
  'flow-started': msg({ message: '{who} restarted the flow {about}' }),
  'person-revealed': msg({ message: '{who} looked at the contacts of person {about} in full' }),
  'person-signed-out': msg({ message: '{who} signed person {about} out everywhere' }),
  'person-noted': msg({ message: '{who} wrote a note about person {about}' }),
  'person-frozen': msg({ message: '{who} put the account of person {about} on hold' }),
  'person-unfrozen': msg({ message: '{who} ended the hold on the account of person {about}' }),
  'person-viewed': msg({ message: '{who} viewed the pages as person {about}' }),
  'account-declared': msg({ message: '{who} declared person {about} as themselves or close to them' }),
  'support-answered': msg({ message: '{who} sent person {about} an answer of support' }),
  'announcement-written': msg({ message: '{who} wrote the announcement {about}' }),
  'announcement-released': msg({ message: '{who} released the announcement {about}' }),
  'announcement-withdrawn': msg({ message: '{who} withdrew the announcement {about}' }),
  'complaint-answered': msg({ message: '{who} answered a complaint of person {about}' }),
  'change-proposed': msg({ message: '{who} proposed: {about}' }),
  'change-carried-out': msg({ message: '{who} carried out: {about}' }),
  'change-withdrawn': msg({ message: '{who} withdrew the proposal: {about}' }),
  'log-exported': msg({ message: '{who} downloaded {count, plural, one {# row} other {# rows}} of this log' }),
  'transactions-exported': msg({ message: '{who} downloaded the list of transactions' }),
  'person-sought': msg({ message: '{who} found person {about} by phone or e-mail' }),
  'books-exported': msg({ message: '{who} downloaded the books from {from} to {to}' }),
  'statement-exported': msg({ message: '{who} downloaded the statement of person {about} from {from} to {to}' }),
  'audit-file-taken': msg({ message: '{who} downloaded the balances of distribution {about} for an auditor' }),
  'activity-drafted': msg({ message: '{who} drafted the activity {about}' }),
  'activity-changed': msg({ message: '{who} changed the activity {about}' }),
  'activity-published': msg({ message: '{who} published the activity {about}' }),
  'activity-closed': msg({ message: '{who} closed the activity {about}' }),
  'entry-approved': msg({ message: '{who} approved the entry of {about}' }),
  'entry-rejected': msg({ message: '{who} rejected the entry of {about}' }),
  'operator-notices-changed': msg({ message: '{who} changed which notices they get' }),
  'webhook-resent': msg({
    message: '{who} had {count, plural, one {# event} other {# events}} of webhooks sent again',
  }),
  'webhook-event-skipped': msg({ message: '{who} skipped an event of a webhook' }),
} as const satisfies Record<OperatorActionKind, MessageDescriptor>;

/** Where nobody has the phone or e-mail that was looked for. */
export const soughtNobody = msg({ message: '{who} looked for a phone or e-mail that no account has' });

/** A row of an action from before the list: its code stands for itself. */
export const otherAction = msg({ message: '{who}: {kind}, about {about}' });
