import type { FreezeReason, ToldFreezeReason } from '@tern/contracts/problems/transfers';

/** Why an account is on hold, as its owner reads it: a hidden reason reads as the innocent one that fits. */
export const toldFreezeReasons: Readonly<Record<FreezeReason, ToldFreezeReason>> = {
  security: 'security',
  'limit-review': 'limit-review',
  'suspected-fraud': 'security',
  'legal-order': 'security',
};
