import type { OperatorChangeView, OperatorRowView } from '@tern/contracts/routes/console-operators';
import type { OperatorChange, OperatorRow } from './operators-store.ts';

/** How long a proposal can be approved; `decide_operator_change` in the database keeps to it. */
const proposalMs = 7 * 86_400_000;

export function toRowView({
  since,
  disabledAt,
  lastSeenAt,
  invitedUntil,
  moneyFrom,
  name,
  role,
  passkeys,
}: OperatorRow): OperatorRowView {
  return {
    name,
    role,
    passkeys,
    since: since.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    invitedUntil: invitedUntil?.toISOString() ?? null,
    moneyFrom: moneyFrom?.toISOString() ?? null,
  };
}

export function toChangeView({ proposedAt, decidedAt, ...change }: OperatorChange): OperatorChangeView {
  return {
    ...change,
    proposedAt: proposedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    approvableUntil: new Date(proposedAt.getTime() + proposalMs).toISOString(),
  };
}
