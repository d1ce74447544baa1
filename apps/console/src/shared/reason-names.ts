import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FreezeReason, HoldReason } from '@tern/contracts/problems/transfers';
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
