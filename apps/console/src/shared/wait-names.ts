import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PayoutWait } from '@tern/contracts/routes/console-reviews';

/** What an approved payment waits for, and how that ends. */
export const waits: Readonly<Record<PayoutWait, MessageDescriptor>> = {
  person: msg`Approved, and not paid: the account is on hold. It goes on by itself once the hold ends.`,
  'hot-wallet': msg`Approved. It is paid once the hot wallet holds enough.`,
  signer: msg`Approved. The signer refused to sign it or does not answer.`,
  'signer-limit': msg`Approved. It is beyond what the signer signs today without operators.`,
  node: msg`Approved. The nodes do not answer or disagree.`,
  fee: msg`Approved. The network costs more now than its fee covers.`,
  'asset-pause': msg`Approved. Payments of this coin are paused.`,
  token: msg`Approved. The token refuses transfers now.`,
  proof: msg`Approved and signed. The nodes do not show yet what became of it.`,
};

/** A wait in words; one from before the list stands as it was written. */
export function payoutWaitName(wait: string): MessageDescriptor {
  const known: Readonly<Record<string, MessageDescriptor>> = waits;
  return known[wait] ?? { id: wait, message: wait };
}
