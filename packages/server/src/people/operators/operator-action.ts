import type { OperatorId } from '@tern/base/ids';
import type { JsonValue } from '@tern/db/schema';

/** Everything an operator can do that leaves a row in the log. */
export type OperatorActionKind =
  | 'operator-added'
  | 'operator-disabled'
  | 'withdrawal-approved'
  | 'withdrawal-rejected'
  | 'withdrawal-resumed'
  | 'withdrawal-returned'
  | 'unexpected-receipt-settled'
  | 'unexpected-receipt-returned'
  | 'asset-resumed'
  | 'bonus-released'
  | 'bonus-refused'
  | 'reset-approved'
  | 'reset-refused'
  | 'sample-kept'
  | 'quarantine-dismissed'
  | 'suspense-assigned'
  | 'suspense-to-house'
  | 'suspense-returned'
  | 'surplus-to-house'
  | 'token-thawed'
  | 'operator-invited'
  | 'operator-role-changed'
  | 'operator-enabled'
  | 'operator-change-proposed'
  | 'operator-change-withdrawn'
  | 'break-glass-started'
  | 'break-glass-opened'
  | 'break-glass-cancelled'
  | 'operator-passkey-added'
  | 'custodian-code-made'
  | 'operator-signed-in'
  | 'operator-signed-out'
  | 'operator-session-moved'
  /** Until signatures stood in the row of what they decided; no new one is written. */
  | 'decision-signed'
  | 'decision-refused'
  | 'cold-order-approved'
  | 'cold-order-rejected'
  | 'treasury-order-proposed'
  | 'treasury-order-resumed'
  | 'flow-stopped'
  | 'flow-started'
  | 'person-revealed'
  | 'person-signed-out'
  | 'person-noted'
  | 'person-frozen'
  | 'person-unfrozen'
  | 'person-viewed'
  | 'account-declared'
  | 'announcement-written'
  | 'announcement-released'
  | 'announcement-withdrawn'
  | 'complaint-answered'
  | 'change-proposed'
  | 'change-carried-out'
  | 'change-withdrawn'
  | 'log-exported'
  | 'activity-drafted'
  | 'activity-changed'
  | 'activity-published'
  | 'activity-closed'
  | 'entry-approved'
  | 'entry-rejected';

/** A row of the log. `hash` covers it and, by way of the row before, everything before it. */
export type OperatorAction = {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Null where a command of the console's machine did it, before anybody had signed in. */
  readonly operatorId: OperatorId | null;
  readonly operatorName: string | null;
  readonly kind: OperatorActionKind;
  readonly subject: string;
  readonly details: { readonly [name: string]: JsonValue };
  readonly at: Date;
  /** Hex. */
  readonly hash: string;
};
