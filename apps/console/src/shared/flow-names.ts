import { msg } from '@lingui/core/macro';
import type { Flow } from '@tern/contracts/routes/console-flows';

export const flowNames = {
  deposits: msg`Deposits`,
  withdrawals: msg`Withdrawals`,
  swaps: msg`Swaps`,
  rewards: msg`Rewards`,
  logins: msg`Logins`,
  connections: msg`Connected sites`,
} as const satisfies Record<Flow, unknown>;
