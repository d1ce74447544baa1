import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FreezeReason, HoldReason } from '@tern/contracts/problems/transfers';
import type { RejectionReason as EntryRejectionReason } from '@tern/contracts/routes/activities';
import type { RevealReason } from '@tern/contracts/routes/console-people';
import type { RejectionReason } from '@tern/contracts/routes/console-reviews';

export const freezeReasons = {
  security: msg`To protect the account`,
  'limit-review': msg`A limit is reviewed`,
  'legal-order': msg`Legal order`,
  'suspected-fraud': msg`Fraud is suspected`,
} as const satisfies Record<FreezeReason, MessageDescriptor>;

export const rejectionReasons = {
  'suspected-fraud': msg`Suspected fraud`,
  'receiver-risk': msg`Receiver is a risk`,
  limit: msg`Beyond the limits`,
  'legal-order': msg`Legal order`,
  'not-confirmed': msg`Person did not confirm it`,
  other: msg`Another reason, in the note`,
} as const satisfies Record<RejectionReason, MessageDescriptor>;

export const entryReasons = {
  unreadable: msg`The picture cannot be read`,
  'user-id-differs': msg`The user ID differs from the picture`,
  'not-this-activity': msg`Not of this activity`,
  'criteria-not-met': msg`The criteria are not met`,
  edited: msg`The picture was edited`,
  duplicate: msg`Handed in before`,
  other: msg`Another reason, in words`,
} as const satisfies Record<EntryRejectionReason, MessageDescriptor>;

export const revealReasons = {
  'support-request': msg`The person asked for help`,
  review: msg`A review`,
  'legal-order': msg`Legal order`,
} as const satisfies Record<RevealReason, MessageDescriptor>;

/** Why the log says that somebody was refused a decision. */
export const refusedReasons = {
  'own-account': msg`The account is their own or close to them`,
  'own-work': msg`Nobody decides what they made or proposed themselves`,
  'reveals-used-up': msg`They had looked at as many people in full as a day allows`,
} as const satisfies Record<string, MessageDescriptor>;

const holdReasons = {
  'factor-changed': msg`Sign-in method changed`,
  recovered: msg`Account recovered`,
  objected: msg`Change reported as not theirs`,
} as const satisfies Record<HoldReason, MessageDescriptor>;

/** What holds up a person's sends, by the reason's code: in words, or undefined where the reason is somebody's own text. */
export function stopReason(kind: 'account-frozen' | 'security-hold', reason: string): MessageDescriptor | undefined {
  const names: Readonly<Record<string, MessageDescriptor>> = kind === 'account-frozen' ? freezeReasons : holdReasons;
  return names[reason];
}

/** A rejection's reason as it is kept, code and note, taken apart. An older one may be a note alone. */
export function readRejection(kept: string): { readonly name?: MessageDescriptor; readonly note: string } {
  const found = Object.entries(rejectionReasons).find(([code]) => kept.startsWith(`${code}: `));
  if (found === undefined) return { note: kept };
  const [code, name] = found;
  return { name, note: kept.slice(code.length + 2) };
}
