import type { OperatorChangeView, OperatorDetailView, OperatorRowView } from '@tern/contracts/routes/console-operators';
import { printOfKey } from './key-print.ts';
import type { OperatorKey } from './keys-store.ts';
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

export function toKeyView(key: OperatorKey): OperatorDetailView['keys'][number] {
  const { id, name, transports, isSyncable, publicKey, addedAt, usedAt, moneyFrom, endedAt, endReason } = key;
  return {
    id,
    name,
    transports,
    isSyncable,
    print: printOfKey(publicKey),
    addedAt: addedAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    moneyFrom: moneyFrom?.toISOString() ?? null,
    ended: endedAt === null || endReason === null ? null : { at: endedAt.toISOString(), reason: endReason },
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
