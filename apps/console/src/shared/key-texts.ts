import { msg } from '@lingui/core/macro';
import type { ServiceScope } from '@tern/contracts/service-key';

/** What a key of another system may do, in words. */
export const scopeTexts = {
  'transactions:read': msg`Read transactions`,
  'books:read': msg`Read the books`,
  'people:read': msg`Read accounts, without contacts`,
  'changes:suggest': msg`Suggest changes of funds, pairs, coins and the pool`,
} as const satisfies Record<ServiceScope, unknown>;
