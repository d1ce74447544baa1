import type { MessageDescriptor } from '@lingui/core';
import { entryReasons } from '../../shared/reason-names.ts';

/** Why a try was rejected; a reason from before the list stands as it was written. */
export function rejectReasonName(reason: string): MessageDescriptor {
  const known: Readonly<Record<string, MessageDescriptor>> = entryReasons;
  return known[reason] ?? { id: reason, message: reason };
}
