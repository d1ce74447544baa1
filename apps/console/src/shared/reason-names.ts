import { msg } from '@lingui/core/macro';
import type { FreezeReason } from '@tern/contracts/problems/transfers';
import type { RejectionReason } from '@tern/contracts/routes/console-reviews';

/** Why a send is rejected, in words. */
export const rejectionReasons = {
  'suspected-fraud': msg`Suspected fraud`,
  'receiver-risk': msg`Receiver is a risk`,
  limit: msg`Beyond the limits`,
  'legal-order': msg`Legal order`,
  'not-confirmed': msg`Person did not confirm it`,
  other: msg`Another reason, in the note`,
} as const satisfies Record<RejectionReason, unknown>;

/** Why an account is put on hold, in words. */
export const freezeReasons = {
  security: msg`To protect the account`,
  'limit-review': msg`A limit is reviewed`,
  'legal-order': msg`Legal order`,
  'suspected-fraud': msg`Fraud is suspected`,
} as const satisfies Record<FreezeReason, unknown>;
