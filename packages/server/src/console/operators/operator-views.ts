import { toWire } from '@tern/base/to-wire';
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
  return toWire({
    name,
    role,
    passkeys,
    since,
    disabledAt,
    lastSeenAt,
    invitedUntil,
    moneyFrom,
  });
}

export function toKeyView(key: OperatorKey): OperatorDetailView['keys'][number] {
  const { id, name, transports, isSyncable, publicKey, addedAt, usedAt, moneyFrom, endedAt, endReason } = key;
  return toWire({
    id,
    name,
    transports,
    isSyncable,
    print: printOfKey(publicKey),
    addedAt,
    usedAt,
    moneyFrom,
    ended: endedAt === null || endReason === null ? null : { at: endedAt, reason: endReason },
  });
}

export function toChangeView({ proposedAt, decidedAt, ...change }: OperatorChange): OperatorChangeView {
  return toWire({
    ...change,
    proposedAt,
    decidedAt,
    approvableUntil: new Date(proposedAt.getTime() + proposalMs),
  });
}
